--TEST--
A wake key or a waiting mark of another type does not keep release() and forceRelease() from removing the lock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock('job', 10, $redis->address());
foreach (['release', 'forceRelease'] as $method) {
    $redis->call('RPUSH', 'job:rl-waiting{job}', 'a list');
    $redis->call('SET', 'job:rl-wake{job}', 'a string');
    $lock->acquire() || exit(1);
    var_dump($lock->$method(), $redis->call('EXISTS', 'job'), $redis->call('GET', 'job:rl-wake{job}'));
}
--EXPECT--
bool(true)
int(0)
string(8) "a string"
bool(true)
int(0)
string(8) "a string"
