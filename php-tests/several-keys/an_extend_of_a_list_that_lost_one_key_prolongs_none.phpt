--TEST--
extend() of a list that lost one key is false, and prolongs neither that key nor the others
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
[$a, $b] = [test_key('a'), test_key('b')];
$lock = new RedisLock([$a, $b], 10, $redis->address());
var_dump($lock->acquire(), $lock->extend(20));
$redis->call('SET', $b, 'another', 'EX', 60);
var_dump($lock->extend(600), $lock->remaining(), $lock->isHeld());
var_dump($redis->call('PTTL', $a) <= 20_000, $redis->call('PTTL', $b) <= 60_000, $redis->call('GET', $b));
--EXPECT--
bool(true)
bool(true)
bool(false)
float(0)
bool(false)
bool(true)
bool(true)
string(7) "another"
