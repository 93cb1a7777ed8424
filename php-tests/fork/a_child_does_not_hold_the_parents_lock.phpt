--TEST--
In a forked child the parent's lock is not held: release, extend and isHeld are false, and nothing is sent
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/child.inc';
$redis = RedisServer::start();
$key = test_key();

$lock = new RedisLock($key, 600, $redis->address());
var_dump($lock->acquire());
$seen = $redis->monitor();
echo in_child(function () use ($lock, $key): void {
    var_dump($lock->release(), $lock->extend(), $lock->isHeld(), $lock->remaining());
    echo str_replace($key, 'KEY', throws(fn () => $lock->ensureHeld())), "\n";
    var_dump($lock->key() === $key);
}), "\n";
var_dump($seen(), $lock->isHeld());
--EXPECT--
bool(true)
bool(false)
bool(false)
bool(false)
float(0)
RedisLockLostException: lock "KEY" is not held by this object: acquire() it first
bool(true)
exit code 0
array(0) {
}
bool(true)
