--TEST--
Without scripts and without a command that compares, release() is a RedisLockServerException that says the lock ends with its ttl
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../errors/methods.inc';
require __DIR__ . '/users.inc';

$redis = RedisServer::start();
$address = address_of_user($redis, 'bob', '~orders:* ' . LOCK_COMMANDS . ' -eval -evalsha');
// Valkey 8.1 and Redis 8.4 have SET ... IFEQ, which no ACL tells from other SETs: there extend() works all the same.
$extends = $redis->call('SET', 'no such key', 'v', 'IFEQ', 'v') === null;
$held = new RedisLock('orders:42', 10, $address);
var_dump($held->acquire());
echo answer(fn () => $held->release()), "\n", $extended = answer(fn () => $held->extend(60)), "\n";
var_dump(($extended === 'true') === $extends, ($redis->call('TTL', 'orders:42') > 10) === $extends);
var_dump($held->remaining() > 0.0, $held->isHeld());
ask_every_method($held, new RedisLock('orders:42', 60, $address));
?>
--EXPECTF--
bool(true)
RedisLockServerException: could not release lock "orders:42": 127.0.0.1:%d lets this user run neither scripts (EVALSHA, EVAL) nor DELEX, DELIFEQ or SET IFEQ; the lock ends with its ttl
%r(true|RedisLockServerException: could not extend lock "orders:42": 127\.0\.0\.1:\d+ lets this user run neither scripts \(EVALSHA, EVAL\) nor DELEX, DELIFEQ or SET IFEQ; the lock ends with its ttl)%r
bool(true)
bool(true)
bool(true)
bool(true)
acquire: false
run: RedisLockNotAcquiredException: could not acquire lock "orders:42": it is held by another object of this thread; the callback was not called
extend: %r(true|RedisLockServerException: could not extend lock "orders:42": 127\.0\.0\.1:\d+ lets this user run neither scripts \(EVALSHA, EVAL\) nor DELEX, DELIFEQ or SET IFEQ; the lock ends with its ttl)%r
isHeld: true
ensureHeld: null
isLocked: true
holder: "TOKEN"
forceRelease: true
release: RedisLockServerException: could not release lock "orders:42": 127.0.0.1:%d lets this user run neither scripts (EVALSHA, EVAL) nor DELEX, DELIFEQ or SET IFEQ; the lock ends with its ttl
