--TEST--
A token that was told before acquire() was refused is still the one of the next lease
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
$told = $lock->token();
$redis->call('SET', test_key(), 'another');
var_dump($lock->acquire(), $lock->acquire(), $lock->token() === $told);
$redis->call('DEL', test_key());
var_dump($lock->acquire(), $redis->call('GET', test_key()) === $told);
?>
--EXPECT--
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
