--TEST--
An order locked by one process is released by another that has the token
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$added = example($redis, 'order-lock', 'add', '17')->wait();
tell($redis, $added);
$token = $redis->call('GET', 'order_lock_17');
var_dump(str_contains($added->out, " work 17 $token\n"), $redis->call('TTL', 'order_lock_17') > 50);
tell($redis, example($redis, 'order-lock', 'release', '17', $token)->wait());
tell($redis, example($redis, 'order-lock', 'release', '17', $token)->wait());
echo $redis->call('DBSIZE'), " left\n";
--EXPECT--
order 17 is locked; any process works on it with
php examples/order-lock.php work 17 TOKEN
status 0
bool(true)
bool(true)
order 17 is free
status 0
order 17 is not held with this token (any more)
status 1
0 left
