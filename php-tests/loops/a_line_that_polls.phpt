--TEST--
A line behind a holder that does not signal, where Redis is not to tell, polls once for all its fibers
--INI--
redislock.tracking=0
--FILE--
<?php
require __DIR__ . '/line.inc';
$redis = RedisServer::start();
$lock = fn (): RedisLock => new RedisLock(test_key(), 600, $redis->address());

Loop::install();
$redis->call('SET', test_key(), 'of another make');
$order = [];
foreach (['first', 'second', 'third'] as $name) {
    Loop::go(function () use ($name, $lock, &$order): void {
        $lock()->run(function () use ($name, &$order): void {
            $order[] = $name;
        }, 60);
    });
}
$start = now();
Loop::run(fn (): bool => now() > $start + 0.3);
echo count($redis->clients()), " connection\n";
$start = now();
$redis->call('DEL', test_key());
until_served($order, 3);
within(0, now() - $start, 0.6 * SLOWNESS, implode(', ', $order) . ', soon');
show_what_is_left($redis);
--EXPECT--
1 connection
first, second, third, soon: yes
left: nothing
