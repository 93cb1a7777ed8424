--TEST--
A Redis that requires a password is a RedisLockServerException in every method, with the address that is needed
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/methods.inc';

$redis = RedisServer::start();
$held = new RedisLock(test_key(), 10, $redis->address());
$held->acquire() || exit(1);
// From now on, for connections that are made from now on.
$redis->call('CONFIG', 'SET', 'requirepass', 's3cret');
$redis->call('CLIENT', 'KILL', 'USER', 'default');
ask_every_method($held, new RedisLock(test_key(), 10, $redis->address()));
--EXPECTF--
acquire: RedisLockServerException: could not acquire lock "redis_requires_a_password-%d": 127.0.0.1:%d replied NOAUTH Authentication required; the address needs a password: redis://:password@host
run: RedisLockServerException: could not acquire lock "redis_requires_a_password-%d": 127.0.0.1:%d replied NOAUTH Authentication required; the address needs a password: redis://:password@host
extend: RedisLockServerException: could not extend lock "redis_requires_a_password-%d": 127.0.0.1:%d replied NOAUTH Authentication required; the address needs a password: redis://:password@host
isHeld: RedisLockServerException: could not inspect lock "redis_requires_a_password-%d": 127.0.0.1:%d replied NOAUTH Authentication required; the address needs a password: redis://:password@host
ensureHeld: RedisLockServerException: could not inspect lock "redis_requires_a_password-%d": 127.0.0.1:%d replied NOAUTH Authentication required; the address needs a password: redis://:password@host
isLocked: RedisLockServerException: could not inspect lock "redis_requires_a_password-%d": 127.0.0.1:%d replied NOAUTH Authentication required; the address needs a password: redis://:password@host
holder: RedisLockServerException: could not inspect lock "redis_requires_a_password-%d": 127.0.0.1:%d replied NOAUTH Authentication required; the address needs a password: redis://:password@host
forceRelease: RedisLockServerException: could not force the release of lock "redis_requires_a_password-%d": 127.0.0.1:%d replied NOAUTH Authentication required; the address needs a password: redis://:password@host
release: RedisLockServerException: could not release lock "redis_requires_a_password-%d": 127.0.0.1:%d replied NOAUTH Authentication required; the address needs a password: redis://:password@host
