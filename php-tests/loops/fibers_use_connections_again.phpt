--TEST--
Fibers that wait again and again use the connections of those before them
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();
Loop::install();
for ($n = 0; $n < 10; $n++) {
    Loop::go(function () use ($redis): void {
        for ($round = 0; $round < 20; $round++) {
            (new RedisLock(test_key(), 600, $redis->address()))->run(fn () => Loop::sleep(0.001), 60);
            Loop::sleep(0.005);
        }
    });
}
Loop::run();
preg_match('/total_connections_received:(\d+)/', $redis->call('INFO', 'stats'), $found);
// Ten wait at a time, and the harness has its own.
echo $found[1] <= 15 ? "few connections\n" : "$found[1] connections for 200 waits\n";
--EXPECT--
few connections
