--TEST--
forceRelease() removes the key, whichever holder has it; the holder learns it from its next request
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$holder = new RedisLock(test_key(), 10, $redis->address());
$other = new RedisLock(test_key(), 10, $redis->address());
$holder->acquire() || exit(1);
var_dump($other->forceRelease(), $redis->call('DBSIZE'), $other->forceRelease());
echo throws(fn () => $holder->ensureHeld()), "\n";
var_dump($holder->release(), $other->acquire(), $other->forceRelease(), $other->isHeld(), $other->release());
--EXPECTF--
bool(true)
int(0)
bool(false)
RedisLockLostException: lock "force_release_removes_any_holders_lock-%d" was lost: its ttl ran out or it was removed, and another may hold it; stop the guarded work
bool(false)
bool(true)
bool(true)
bool(false)
bool(false)
