--TEST--
A locked order is neither locked again nor released with another token; other orders are free
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$redis->call('SET', 'order_lock_4711', 'another');
tell($redis, example($redis, 'order-lock')->wait());
tell($redis, example($redis, 'order-lock', 'release', '4711', 'mine')->wait());
echo $redis->call('GET', 'order_lock_4711'), "\n";
tell($redis, example($redis, 'order-lock', 'add', '4712')->wait());
$redis->stop();
tell($redis, example($redis, 'order-lock')->wait());
--EXPECT--
order 4711 is locked by another
status 1
order 4711 is not held with this token (any more)
status 1
another
order 4712 is locked; any process works on it with
php examples/order-lock.php work 4712 TOKEN
status 0
could not acquire lock "order_lock_4711": 127.0.0.1:PORT: connection refused; do not start the guarded work
status 2
