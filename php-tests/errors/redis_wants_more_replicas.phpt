--TEST--
Any other error of Redis is a RedisLockServerException with Redis's own words, and the lease is kept
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/methods.inc';

$redis = RedisServer::start();
$redis->call('SET', test_key(), 'token', 'EX', '10');
$held = new RedisLock(test_key(), 60, $redis->address(), 'token');
$held->isHeld();
$redis->call('CONFIG', 'SET', 'min-replicas-to-write', '1');
ask_every_method($held, new RedisLock(test_key(), 10, $redis->address()));
var_dump($held->remaining() > 0.0);
$redis->call('CONFIG', 'SET', 'min-replicas-to-write', '0');
var_dump($held->release());
--EXPECTF--
acquire: RedisLockServerException: could not acquire lock "redis_wants_more_replicas-%d": 127.0.0.1:%d replied NOREPLICAS Not enough good replicas to write
run: RedisLockServerException: could not acquire lock "redis_wants_more_replicas-%d": 127.0.0.1:%d replied NOREPLICAS Not enough good replicas to write
extend: RedisLockServerException: could not extend lock "redis_wants_more_replicas-%d": 127.0.0.1:%d replied NOREPLICAS Not enough good replicas to write%S
isHeld: true
ensureHeld: null
isLocked: true
holder: "TOKEN"
forceRelease: RedisLockServerException: could not force the release of lock "redis_wants_more_replicas-%d": 127.0.0.1:%d replied NOREPLICAS Not enough good replicas to write%S
release: RedisLockServerException: could not release lock "redis_wants_more_replicas-%d": 127.0.0.1:%d replied NOREPLICAS Not enough good replicas to write%S
bool(true)
bool(true)
