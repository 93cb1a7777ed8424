<?php
// One seller: a process that sells until the stock is empty, and says when it was inside.
// Does not judge.
// Started eight times by round.php: php seller.php LOCK NUMBER FILE PORT

declare(strict_types=1);

require __DIR__ . '/locks.php';
require __DIR__ . '/shop.php';

/** Seconds that a seller waits for the lock; a whole round takes less. */
const LONGEST_WAIT = 30;

[, $kind, $seller, $file, $port] = $argv;

$shop = new Shop($file);
$lock = match ($kind) {
    'no lock' => new NoLock(),
    'copied snippet' => new CopiedSnippet((int) $port),
    'RedisLock' => new RedisLock('shop:stock', ttl: 10, server: "redis://127.0.0.1:$port"),
};

/** Tells round.php something. When nobody listens any more, the demo has ended, and so does its seller. */
function say(string $line): void
{
    if (@fwrite(STDOUT, "$line\n") === false) {
        exit(1);
    }
}

// All eight start selling together, however long their processes took to start.
say('ready');
if (fgets(STDIN) === false) {
    exit(1);
}

do {
    if (!$lock->acquire(wait: LONGEST_WAIT)) {
        fwrite(STDERR, 'gave up after waiting for ' . LONGEST_WAIT . " s\n");
        exit(1);
    }
    $entered = hrtime(true);
    $sold = $shop->sell((int) $seller);
    $left = hrtime(true);
    // False would mean that the lock was lost on the way. Here the sales and the timeline tell it.
    $lock->release();
    say("$entered $left");
    untilTheNextCustomer();
} while ($sold);

function untilTheNextCustomer(): void
{
    usleep(random_int(0, 3_000));
}
