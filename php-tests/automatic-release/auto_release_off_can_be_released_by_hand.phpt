--TEST--
With autoRelease: false, release() works as ever
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();

$lock = new RedisLock($key, 600, $redis->address(), autoRelease: false);
var_dump($lock->acquire(), $redis->call('EXISTS', $key));
var_dump($lock->release(), $redis->call('EXISTS', $key));
--EXPECT--
bool(true)
int(1)
bool(true)
int(0)
