--TEST--
token() is that of the current lease, else of the last, else of the next
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
$next = $lock->token();
var_dump($next === $lock->token());
$lock->acquire();
var_dump($redis->call('GET', test_key()) === $next, $lock->token() === $next);
$lock->release();
var_dump($lock->token() === $next);
$lock->acquire();
$current = $redis->call('GET', test_key());
var_dump($current !== $next, $lock->token() === $current);
$redis->call('SET', test_key(), 'another');
var_dump($lock->release(), $lock->token() === $current);
var_dump($lock->acquire(), $lock->token() === $current);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
