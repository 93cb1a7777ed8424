--TEST--
An extend() without a reply keeps the lease until its deadline, and may be tried again
--INI--
redislock.io_timeout=0.5
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/methods.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 100, $redis->address());
$lock->acquire() || exit(1);
$redis->suspend();
echo answer(fn () => $lock->extend(500)), "\n";
var_dump($lock->remaining() > 50 && $lock->remaining() < 100, str_contains(print_r($lock, true), 'held'));
$redis->resume();
$redis->call('PING');
var_dump($lock->isHeld(), $lock->extend(1000), $lock->remaining() > 900, $lock->release());
--EXPECTF--
RedisLockConnectionException: could not extend lock "a_failed_extend_keeps_the_lease-%d": 127.0.0.1:%d: no reply within 0.5 s (io_timeout); the lease stands until remaining() is 0
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
