--TEST--
A forked child takes its parent's lock over on purpose, with the token: extends it, leaves it, or releases it
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/child.inc';
$redis = RedisServer::start();
$key = test_key();
$lock = new RedisLock($key, 100, $redis->address());
var_dump($lock->acquire());

echo in_child(function () use ($lock, $redis, $key): void {
    $mine = new RedisLock($key, 600, $redis->address(), token: $lock->token());
    var_dump($mine->isHeld(), $mine->extend(), $mine->remaining() > 500);
}), "\n";
var_dump($redis->call('TTL', $key) > 500, $lock->isHeld());

echo in_child(function () use ($lock, $redis, $key): void {
    var_dump((new RedisLock($key, 600, $redis->address(), token: $lock->token()))->release());
}), "\n";
var_dump($redis->call('EXISTS', $key), $lock->isHeld(), $lock->release());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
exit code 0
bool(true)
bool(true)
bool(true)
exit code 0
int(0)
bool(false)
bool(false)
