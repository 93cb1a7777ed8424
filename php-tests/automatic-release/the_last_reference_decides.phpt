--TEST--
A lock is released at once when its last reference goes, and not before
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();
$held = fn (): bool => $redis->call('EXISTS', $key) === 1;

$lock = new RedisLock($key, 600, $redis->address());
var_dump($lock->acquire());
$copies = [$lock, ['deeper' => $lock]];
unset($lock);
var_dump($held());
array_shift($copies);
var_dump($held());
$copies = null;
var_dump($held());

echo "overwritten by another:\n";
$lock = new RedisLock($key, 600, $redis->address());
var_dump($lock->acquire());
$lock = new RedisLock($key, 600, $redis->address());
var_dump($held());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(false)
overwritten by another:
bool(true)
bool(false)
