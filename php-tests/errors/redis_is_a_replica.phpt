--TEST--
A read-only replica is a RedisLockServerException wherever something is to be written, and reads work
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/methods.inc';

$master = RedisServer::start('--repl-diskless-sync-delay', '0');
$replica = RedisServer::start('--replicaof', '127.0.0.1', "$master->port");
$held = new RedisLock(test_key(), 10, $master->address(), 'token');
$held->acquire() || exit(1);
eventually(PATIENCE, fn (): bool => $replica->call('GET', test_key()) === 'token');
ask_every_method(new RedisLock(test_key(), 60, $replica->address(), 'token'), new RedisLock(test_key(), 10, $replica->address()));
var_dump($held->release());
--EXPECTF--
acquire: RedisLockServerException: could not acquire lock "redis_is_a_replica-%d": 127.0.0.1:%d replied READONLY You can't write against a read only replica%S; that is a replica: the address must name the master
run: RedisLockServerException: could not acquire lock "redis_is_a_replica-%d": 127.0.0.1:%d replied READONLY You can't write against a read only replica%S; that is a replica: the address must name the master
extend: RedisLockServerException: could not extend lock "redis_is_a_replica-%d": 127.0.0.1:%d replied READONLY You can't write against a read only replica%S; that is a replica: the address must name the master
isHeld: true
ensureHeld: null
isLocked: true
holder: "TOKEN"
forceRelease: RedisLockServerException: could not force the release of lock "redis_is_a_replica-%d": 127.0.0.1:%d replied READONLY You can't write against a read only replica%S; that is a replica: the address must name the master
release: RedisLockServerException: could not release lock "redis_is_a_replica-%d": 127.0.0.1:%d replied READONLY You can't write against a read only replica%S; that is a replica: the address must name the master
bool(true)
