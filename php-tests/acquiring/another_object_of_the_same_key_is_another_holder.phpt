--TEST--
Two objects of one key in one process are two holders: the second acquire() is false, and neither releases for the other
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$first = new RedisLock(test_key(), 10, $redis->address());
$second = new RedisLock(test_key(), 10, $redis->address());
var_dump($first->acquire(), $second->acquire(), $second->release(), $second->isHeld(), $second->isLocked());
unset($second);
var_dump($first->isHeld(), $first->release());
--EXPECT--
bool(true)
bool(false)
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
