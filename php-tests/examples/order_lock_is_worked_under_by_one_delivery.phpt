--TEST--
A job that is delivered twice ships its order once, under the lock that was handed to it, which is free then
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
example($redis, 'order-lock', 'add', '17')->wait();
$token = $redis->call('GET', 'order_lock_17');
$deliveries = [example($redis, 'order-lock', 'work', '17', $token), example($redis, 'order-lock', 'work', '17', $token)];
$said = array_map(fn (Background $delivery): string => $delivery->wait()->out, $deliveries);
sort($said);
echo implode($said), $redis->call('EXISTS', 'order_lock_17', 'job:ship:17'), " left\n";
tell($redis, example($redis, 'order-lock', 'work', '17', $token)->wait());
// Another has the order by now: nothing is shipped under its lock.
$redis->call('SET', 'order_lock_17', 'another');
tell($redis, example($redis, 'order-lock', 'work', '17', $token)->wait());
echo $redis->call('GET', 'order_lock_17'), "\n";
--EXPECT--
order 17 is being shipped by another delivery of this job
order 17 is shipped
0 left
order 17 is not held with this token (any more)
status 0
order 17 is not held with this token (any more)
status 0
another
