--TEST--
A release() that finds another holder's token changes nothing and wakes no waiter
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock('job', 10, $redis->address());
$lock->acquire() || exit(1);
$redis->call('SET', 'job', 'another');
$redis->call('SET', 'job:rl-waiting{job}', '1');
var_dump($lock->release(), $redis->call('GET', 'job'), $redis->call('EXISTS', 'job:rl-wake{job}'));
var_dump((new RedisLock('free', 10, $redis->address()))->forceRelease(), $redis->call('DBSIZE'));
--EXPECT--
bool(false)
string(7) "another"
int(0)
bool(false)
int(2)
