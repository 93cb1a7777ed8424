--TEST--
acquire() on an expired lease whose key another took meanwhile is false, and the other's lock stays
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 0.5, $redis->address());
$lock->acquire() || exit(1);
$redis->call('SET', test_key(), 'another');
eventually(5, fn (): bool => $lock->remaining() === 0.0);
var_dump($lock->acquire(), $redis->call('GET', test_key()), $lock->release(), $lock->isHeld());
$redis->call('DEL', test_key());
var_dump($lock->acquire(), $lock->release());
--EXPECT--
bool(false)
string(7) "another"
bool(false)
bool(false)
bool(true)
bool(true)
