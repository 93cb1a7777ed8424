--TEST--
Connecting, TLS or not, and scan() let other fibers go on; without a wait nothing does
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();

Loop::install();
$ticks = 0;
$over = false;
Loop::go(function () use (&$ticks, &$over): void {
    while (!$over) {
        Loop::sleep(0.005);
        $ticks++;
    }
});
$silent = silent_port();
Loop::go(function () use ($silent, &$over, &$ticks): void {
    foreach (["redis://127.0.0.1:$silent", "rediss://127.0.0.1:$silent"] as $address) {
        $lock = new RedisLock('key', 10, "$address?io_timeout=0.3&connect_timeout=0.3");
        foreach ([['acquire(1)', fn () => $lock->acquire(1)], ['acquire()', fn () => $lock->acquire()]] as [$name, $call]) {
            $ticks = 0;
            $failed = str_contains(throws($call), 'RedisLockConnectionException');
            echo strtok($address, ':'), " $name: ", $failed ? '' : 'did not fail, ', $ticks > 10 ? 'others went on' : 'blocked', "\n";
        }
    }
    $ticks = 0;
    throws(fn () => RedisLock::scan(server: "redis://127.0.0.1:$silent?io_timeout=0.3"));
    echo 'scan(): ', $ticks > 10 ? 'others went on' : 'blocked', "\n";
    $over = true;
});
Loop::run();
--EXPECT--
redis acquire(1): others went on
redis acquire(): blocked
rediss acquire(1): others went on
rediss acquire(): blocked
scan(): others went on
