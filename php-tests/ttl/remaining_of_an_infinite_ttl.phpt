--TEST--
With a ttl of INF the key has no expiry, and remaining() is INF until the release
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), INF, $redis->address());
$lock->acquire() || exit(1);
var_dump($redis->call('TTL', test_key()), $lock->remaining(), $lock->extend(), $lock->extend(5), $redis->call('TTL', test_key()));
var_dump($lock->remaining(), $lock->release(), $lock->remaining());
$lock = new RedisLock(test_key(), 10, $redis->address());
$lock->acquire() || exit(1);
var_dump($lock->extend(INF), $redis->call('TTL', test_key()), $lock->remaining());
--EXPECT--
int(-1)
float(INF)
bool(true)
bool(true)
int(-1)
float(INF)
bool(true)
float(0)
bool(true)
int(-1)
float(INF)
