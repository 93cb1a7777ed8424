--TEST--
What an acquire() without a reply took is released at the next contact, before anything else
--INI--
redislock.io_timeout=0.5
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/methods.inc';

$redis = RedisServer::start();
// Else it asks for the script's text, and has taken nothing.
$redis->call('SCRIPT', 'LOAD', script_as_sent('acquire'));
// By unix socket: there nothing keeps what was sent from arriving late.
$lock = new RedisLock(test_key(), INF, $redis->unix());
$redis->suspend();
echo answer(fn () => $lock->acquire()), "\n";
var_dump($lock->remaining(), $lock->isHeld());
$redis->resume();
var_dump(eventually(PATIENCE, fn (): bool => $redis->call('DBSIZE') === 1));
$other = new RedisLock(test_key(), 10, $redis->unix());
var_dump($other->isLocked(), $other->acquire(), $lock->acquire(), $other->release(), $redis->call('DBSIZE'));
--EXPECTF--
RedisLockConnectionException: could not acquire lock "an_acquire_without_a_reply_leaves_nothing-%d": %s/s: no reply within 0.5 s (io_timeout); do not start the guarded work
float(0)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
int(0)
