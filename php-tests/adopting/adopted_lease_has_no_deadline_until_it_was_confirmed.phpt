--TEST--
remaining() of an adopted token is 0.0 until isHeld() or extend() had a reply, and then what Redis has left
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$redis->call('SET', test_key(), 'token', 'EX', '100');
$lock = new RedisLock(test_key(), 300, $redis->address(), 'token');
var_dump($lock->remaining());
$lock->isHeld();
var_dump($lock->remaining() > 80 && $lock->remaining() < 100);
$lock->extend();
var_dump($lock->remaining() > 280 && $lock->remaining() < 300);
$redis->call('PERSIST', test_key());
$lock->isHeld();
var_dump($lock->remaining());
--EXPECT--
float(0)
bool(true)
bool(true)
float(INF)
