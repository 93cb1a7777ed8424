<?php
// Eight processes sell a stock of 100: without a lock, with a snippet that many copied, and with RedisLock.
// Run it: make demo, or: php -d extension=target/release/libredislock.so examples/oversell.php
// Ends with 0 if RedisLock's round was exact, 1 if not, 2 if something is missing.

declare(strict_types=1);

require __DIR__ . '/oversell/outcome.php';
require __DIR__ . '/oversell/report.php';
require __DIR__ . '/oversell/round.php';
require __DIR__ . '/oversell/shop.php';
require __DIR__ . '/oversell/terminal.php';
require __DIR__ . '/oversell/timeline.php';
require __DIR__ . '/../php-tests/support/redis.inc';

/** What each round is called, looks like in PHP, and comes to. The code that runs is in seller.php and locks.php. */
const ROUNDS = [
    'no lock' => [
        'title' => '1  no lock',
        'code' => 'sell();',
        'explanation' => 'Nobody waits for anybody.',
    ],
    'copied snippet' => [
        'title' => '2  the snippet that many copied',
        'code' => "if (Redis::set('my:lock', 1, 'nx', 'ex', 10)) {\n    sell();\n    Redis::del('my:lock');\n}",
        'explanation' => 'On the wire (Laravel, phpredis): SET my:lock 1. No NX, no EX: always OK.',
    ],
    'RedisLock' => [
        'title' => '3  RedisLock',
        'code' => "\$lock = new RedisLock('shop:stock', ttl: 10);\n"
            . "if (\$lock->acquire(wait: 30)) {\n    sell();\n    \$lock->release();\n}",
        'explanation' => 'On the wire: SET shop:stock rl_<32 hex digits> NX PX 10000, in a script. A seller that is refused '
            . 'sleeps in Redis (BLPOP) until a release wakes it.',
    ],
];

/** Returns what has to be installed first, or null. */
function missing(): ?string
{
    return match (true) {
        !function_exists('proc_open') => 'proc_open(), which disable_functions in php.ini forbids',
        !extension_loaded('pdo_sqlite') => "PHP's extension pdo_sqlite (Debian: apt-get install php-sqlite3)",
        !class_exists('RedisLock') => 'the extension redislock (`make demo` builds and loads it)',
        RedisServer::program() === null => 'redis-server or valkey-server in PATH (Debian: apt-get install redis-server)',
        default => null,
    };
}

$missing = missing();
if ($missing !== null) {
    fwrite(STDERR, "oversell.php needs $missing\n");
    exit(2);
}

$redis = RedisServer::start();
$terminal = new Terminal();
$report = new Report($terminal);

$report->introduction();
foreach (ROUNDS as $lock => ['title' => $title, 'explanation' => $explanation, 'code' => $code]) {
    $report->heading($title, $code, $explanation);
    $started = microtime(true);
    $outcome = (new Round($lock, $redis))->play(
        fn (int $sales) => $terminal->progress(sprintf('   selling ... %3d sold, %.1f s', $sales, microtime(true) - $started)),
    );
    $report->outcome($outcome);
    $outcomes[$title] = $outcome;
}
$report->table($outcomes);
$report->verdict($outcome->faults());

exit($outcome->faults() === [] ? 0 : 1);
