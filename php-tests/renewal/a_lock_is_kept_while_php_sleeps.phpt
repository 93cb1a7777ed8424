--TEST--
A lock with autoRenew outlives several ttls while PHP sleeps, and is released at the end
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$lock = new RedisLock(test_key(), 0.5, $redis->address(), autoRenew: true);
var_dump($lock->acquire());
usleep(1_800_000);
// Nobody would put the token back once it was gone.
var_dump($redis->call('GET', test_key()) === $lock->token(), $lock->remaining() > 0, state($lock));
$stats = RedisLock::stats();
var_dump($stats['renewed'] >= 4, $stats['lost'], $lock->release(), $redis->call('DBSIZE'));
--EXPECT--
bool(true)
bool(true)
bool(true)
string(4) "held"
bool(true)
int(0)
bool(true)
int(0)
