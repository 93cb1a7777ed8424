--TEST--
While a lease is held every method reports what is in Redis
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/methods.inc';

$redis = RedisServer::start();
$held = new RedisLock(test_key(), 10, $redis->address());
$held->acquire() || exit(1);
ask_every_method($held, new RedisLock(test_key(), 10, $redis->address()));
--EXPECTF--
acquire: false
run: RedisLockNotAcquiredException: could not acquire lock "redis_is_up-%d": it is held by another object of this thread; the callback was not called
extend: true
isHeld: true
ensureHeld: null
isLocked: true
holder: "TOKEN"
forceRelease: true
release: false
