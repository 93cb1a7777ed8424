--TEST--
A forceRelease() without a reply ends the object's lease and its renewal: its key may be gone, and another's
--INI--
redislock.io_timeout=0.2
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$lock = new RedisLock(test_key(), 1.5, $redis->address(), autoRenew: true);
var_dump($lock->acquire(), renewed());
$redis->suspend();
echo strtok(throws(fn () => $lock->forceRelease()), ':'), "\n";
$redis->resume();
var_dump(state($lock), $lock->remaining());
// It may have been run, or not: in both cases the key is free soon, because nothing renews it.
$next = new RedisLock(test_key(), 1.5, $redis->address());
var_dump($next->acquire(PATIENCE), $next->release());
// The object is free for another lease.
var_dump($lock->acquire(), state($lock), $lock->release());
--EXPECT--
bool(true)
bool(true)
RedisLockConnectionException
string(9) "releasing"
float(0)
bool(true)
bool(true)
bool(true)
string(4) "held"
bool(true)
