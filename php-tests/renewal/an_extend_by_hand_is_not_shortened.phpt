--TEST--
Renewal does not shorten what extend() gave by hand, and remaining() never falls below it
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$lock = new RedisLock(test_key(), 0.3, $redis->address(), autoRenew: true);
var_dump($lock->acquire(), renewed(), $lock->extend(60), renewed(3));
var_dump($redis->call('PTTL', test_key()) > 30_000, $lock->remaining() > 30, RedisLock::stats()['lost']);
// And when its time comes, renewal goes on.
$redis->call('PEXPIRE', test_key(), '300');
var_dump(renewed(6), $redis->call('GET', test_key()) === $lock->token());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(0)
bool(true)
bool(true)
