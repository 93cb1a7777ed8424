--TEST--
acquire() on an inherited object is an ordinary acquire: refused while the parent holds, then a lease of the child's own
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
echo in_child(function () use ($lock, $redis, $key): void {
    var_dump($lock->acquire(), $lock->isHeld());
}), ', refused: ', $redis->call('GET', $key) === $lock->token() ? "the parent's stays\n" : "the parent's is gone\n";

var_dump($lock->release());
$last = $lock->token();
echo in_child(function () use ($lock, $redis, $key, $last): void {
    var_dump($lock->acquire(), $lock->isHeld(), $lock->remaining() > 500, $lock->token() !== $last);
    var_dump($redis->call('GET', $key) === $lock->token());
}), "\n";
var_dump($redis->call('EXISTS', $key), $lock->isHeld(), $lock->acquire());
--EXPECT--
bool(true)
bool(false)
bool(false)
exit code 0, refused: the parent's stays
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
exit code 0
int(0)
bool(false)
bool(true)
