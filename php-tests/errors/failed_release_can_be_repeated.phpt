--TEST--
A release() without a reply may be tried again, and is true then, whichever of the two has removed the key
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
for ($try = 0; $try < 2; $try++) {
    echo answer(fn () => $lock->release()), "\n";
}
var_dump($lock->remaining());
$redis->resume();
$redis->call('PING');
var_dump($lock->release(), $redis->call('DBSIZE'), $lock->release());
--EXPECTF--
RedisLockConnectionException: could not release lock "failed_release_can_be_repeated-%d": 127.0.0.1:%d: no reply within 0.5 s (io_timeout); call release() again, or leave the lock to its ttl
RedisLockConnectionException: could not release lock "failed_release_can_be_repeated-%d": 127.0.0.1:%d: no reply within 0.5 s (io_timeout); call release() again, or leave the lock to its ttl
float(0)
bool(true)
int(0)
bool(false)
