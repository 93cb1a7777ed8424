--TEST--
A fiber that leaves in the middle of a line, however it does, is passed over
--FILE--
<?php
require __DIR__ . '/line.inc';
$redis = RedisServer::start();
$lock = fn (): RedisLock => new RedisLock(test_key(), 600, $redis->address());

Loop::install();
$holder = $lock();
$holder->acquire() || print("not acquired\n");
$order = [];
$fibers = stand_in_line($redis, ['first', 'thrown into', 'destroyed', 'last'], $lock, $order);
echo throws(fn () => Loop::throwInto($fibers['thrown into'], new DomainException('cancelled'))), "\n";
Loop::abandon($fibers['destroyed']);
unset($fibers['destroyed']);
$start = now();
$holder->release();
until_served($order, 2);
within(0, now() - $start, 0.5 * SLOWNESS, implode(', ', $order) . ', at once');
show_what_is_left($redis);
--EXPECT--
DomainException: cancelled
first, last, at once: yes
left: nothing
