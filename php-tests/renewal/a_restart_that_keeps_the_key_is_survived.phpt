--TEST--
A restart of a Redis that has its data on disk costs no lock: renewal goes on
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start('--appendonly', 'yes');

$lock = new RedisLock(test_key(), 2.4, $redis->address(), autoRenew: true);
var_dump($lock->acquire(), renewed());
$redis->restart();
// At first it says that it is loading.
var_dump(eventually(PATIENCE, fn (): bool => $redis->call('GET', test_key()) === $lock->token()));
var_dump(renewed(2), $lock->isHeld(), $lock->remaining() > 0, RedisLock::stats()['lost'], $lock->release());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(0)
bool(true)
