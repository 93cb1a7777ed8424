--TEST--
In a forked child isLocked() and holder() of an inherited object report what is in Redis, and forceRelease() removes the key
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/child.inc';
$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 600, $redis->address());
var_dump($lock->acquire());
$token = $lock->token();

echo in_child(function () use ($lock, $token): void {
    var_dump($lock->isLocked(), $lock->holder() === $token);
}), "\n";
var_dump($lock->isHeld());
echo in_child(function () use ($lock): void {
    var_dump($lock->forceRelease(), $lock->isLocked(), $lock->holder());
}), "\n";
var_dump($lock->isHeld());
--EXPECT--
bool(true)
bool(true)
bool(true)
exit code 0
bool(true)
bool(true)
bool(false)
NULL
exit code 0
bool(false)
