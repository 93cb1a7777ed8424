--TEST--
token() is that of the current lease, else of the last; before the first it is of no lease, because acquire() makes a new one
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
$told = $lock->token();
$redis->call('SET', test_key(), 'another');
var_dump($told === $lock->token(), $lock->acquire(), $told === $lock->token());
$redis->call('DEL', test_key());
$lock->acquire() || exit(1);
$first = $redis->call('GET', test_key());
var_dump($first !== $told, $lock->token() === $first);
$lock->release();
var_dump($lock->token() === $first);
$lock->acquire() || exit(1);
$current = $redis->call('GET', test_key());
var_dump($current !== $first, $lock->token() === $current);
$redis->call('SET', test_key(), 'another');
var_dump($lock->release(), $lock->token() === $current);
var_dump($lock->acquire(), $lock->token() === $current);
--EXPECT--
bool(true)
bool(false)
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
