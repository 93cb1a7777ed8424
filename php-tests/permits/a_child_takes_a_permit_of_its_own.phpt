--TEST--
A forked child holds nothing of its parent's permit, takes one of its own, and its end releases that alone
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';


$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 600, $redis->address(), permits: 2);
var_dump($lock->acquire());
$child = pcntl_fork();
if ($child === 0) {
    var_dump($lock->isHeld(), $lock->release(), $lock->acquire(), $lock->isLocked());
    exit;
}
pcntl_waitpid($child, $status);
var_dump($lock->isHeld(), $lock->isLocked(), $lock->release(), $lock->isLocked());
--EXPECT--
bool(true)
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)
