--TEST--
When the connection is refused every method is a RedisLockConnectionException that names node and cause, and says what to do
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/methods.inc';

$redis = RedisServer::start();
$held = new RedisLock(test_key(), 10, $redis->address());
$held->acquire() || exit(1);
$redis->stop();
ask_every_method($held, new RedisLock(test_key(), 10, $redis->address()));
--EXPECTF--
acquire: RedisLockConnectionException: could not acquire lock "connection_is_refused-%d": 127.0.0.1:%d: connection refused; do not start the guarded work
run: RedisLockConnectionException: could not acquire lock "connection_is_refused-%d": 127.0.0.1:%d: connection refused; do not start the guarded work
extend: RedisLockConnectionException: could not extend lock "connection_is_refused-%d": 127.0.0.1:%d: connection refused; the lease stands until remaining() is 0
isHeld: RedisLockConnectionException: could not inspect lock "connection_is_refused-%d": 127.0.0.1:%d: connection refused; try again
ensureHeld: RedisLockConnectionException: could not inspect lock "connection_is_refused-%d": 127.0.0.1:%d: connection refused; try again
isLocked: RedisLockConnectionException: could not inspect lock "connection_is_refused-%d": 127.0.0.1:%d: connection refused; try again
holder: RedisLockConnectionException: could not inspect lock "connection_is_refused-%d": 127.0.0.1:%d: connection refused; try again
forceRelease: RedisLockConnectionException: could not force the release of lock "connection_is_refused-%d": 127.0.0.1:%d: connection refused; call forceRelease() again
release: RedisLockConnectionException: could not release lock "connection_is_refused-%d": 127.0.0.1:%d: connection refused; call release() again, or leave the lock to its ttl
