--TEST--
Fifty fibers that wait for one key have one connection, and get the lock in the order in which they came
--FILE--
<?php
require __DIR__ . '/line.inc';
[$redis, $lock, $holder] = held_in_the_loop();
$order = [];
$names = array_map(fn (int $n): string => "$n", range(1, 50));
stand_in_line($redis, $names, $lock, $order);
echo blocked($redis), ' of ', count($redis->clients()), " clients is blocked\n";
// Beside it the one by which the holder releases.
$holder->release();
until_served($order, 50);
var_dump($order === $names);
$clients = count($redis->clients());
echo $clients <= 2 ? "two connections at the most\n" : "$clients connections\n";
show_what_is_left($redis);
--EXPECT--
1 of 1 clients is blocked
bool(true)
two connections at the most
left: nothing
