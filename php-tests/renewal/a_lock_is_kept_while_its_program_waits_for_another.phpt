--TEST--
A lock with autoRenew outlives several ttls while its program waits for another lock
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$redis->call('SET', test_key('-other'), 'another');
$lock = new RedisLock(test_key(), 0.5, $redis->address(), autoRenew: true);
$other = new RedisLock(test_key('-other'), 10, $redis->address());
var_dump($lock->acquire(), $other->acquire(1.8));
var_dump($redis->call('GET', test_key()) === $lock->token(), $lock->remaining() > 0, RedisLock::stats()['lost']);
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(true)
int(0)
