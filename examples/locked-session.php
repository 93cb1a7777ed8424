<?php
// A page with a locked session: of two clicks at the same time both put their article into the cart, on any number of servers.
// Run it: PHP_CLI_SERVER_WORKERS=4 php -d session.save_handler=redis -d session.save_path=tcp://127.0.0.1:6379 \
//     -S 127.0.0.1:8080 examples/locked-session.php
// To see it, twice at the same time: curl -b PHPSESSID=me '127.0.0.1:8080/?article=tea'
//
// Replaces a session in Redis or memcached without a lock: both requests read the same cart, and the later one writes over the
// other's article.

declare(strict_types=1);

use RedisLock\Session\LockedHandler;

// In an application: composer require redislock/php, and vendor/autoload.php.
require __DIR__ . '/../bridges/php/src/Session/LockedHandler.php';

/** Stands for what a click takes. */
function reserve(string $article): string
{
    usleep(100_000);

    return $article;
}

// SessionHandler is what session.save_handler says. A click waits for five seconds at most.
session_set_save_handler(new LockedHandler(new SessionHandler(), wait: 5));
if (!session_start()) {
    // The log has the warning that says why: another request takes too long, or Redis is away.
    http_response_code(503);
    exit("please try again\n");
}
if (isset($_GET['article'])) {
    $_SESSION['cart'][] = reserve($_GET['article']);
}
$cart = $_SESSION['cart'] ?? [];
// Frees the session before the page is made: no other request waits for that.
session_write_close();

echo 'in your cart: ', implode(', ', $cart), "\n";
