--TEST--
Redis closes the connection of a line, or is restarted: its fibers wait on, and all get the lock
--FILE--
<?php
require __DIR__ . '/line.inc';
$redis = RedisServer::start();
$lock = fn (): RedisLock => new RedisLock(test_key(), 600, $redis->address());

Loop::install();
foreach (['killed' => fn () => $redis->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'), 'restarted' => $redis->restart(...)] as $what => $break) {
    $holder = $lock();
    $holder->acquire() || print("not acquired\n");
    $order = [];
    stand_in_line($redis, ['first', 'second', 'third'], $lock, $order);
    $break();
    if ($what === 'killed') {
        Loop::run(fn (): bool => blocked($redis) === 1);
        $holder->release();
    }
    until_served($order, 3);
    sort($order);
    echo "$what: ", implode(', ', $order), "\n";
}
show_what_is_left($redis);
--EXPECT--
killed: first, second, third
restarted: first, second, third
left: nothing
