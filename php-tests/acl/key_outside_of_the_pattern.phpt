--TEST--
A key outside of the user's pattern is a RedisLockServerException in every method that points to the ACL
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../errors/methods.inc';
require __DIR__ . '/users.inc';

$redis = RedisServer::start();
$redis->call('SET', 'other', 'token');
$address = address_of_user($redis, 'bob', '~orders:* ' . LOCK_COMMANDS);
ask_every_method(new RedisLock('other', 10, $address, 'token'), new RedisLock('other', 10, $address));
var_dump($redis->call('GET', 'other'));
// The connection is as good as before for what is allowed.
$lock = new RedisLock('orders:42', 10, $address);
var_dump($lock->acquire(), $lock->extend(), $lock->release(), $redis->call('EXISTS', 'orders:42'));
--EXPECTF--
acquire: RedisLockServerException: could not acquire lock "other": 127.0.0.1:%d replied NOPERM %s; the user's key patterns must cover other*; docs/servers.md has the ACL rules a lock needs
run: RedisLockServerException: could not acquire lock "other": 127.0.0.1:%d replied NOPERM %s; the user's key patterns must cover other*; docs/servers.md has the ACL rules a lock needs
extend: RedisLockServerException: could not extend lock "other": 127.0.0.1:%d replied NOPERM %s; the user's key patterns must cover other*; docs/servers.md has the ACL rules a lock needs
isHeld: RedisLockServerException: could not inspect lock "other": 127.0.0.1:%d replied NOPERM %s; the user's key patterns must cover other*; docs/servers.md has the ACL rules a lock needs
ensureHeld: RedisLockServerException: could not inspect lock "other": 127.0.0.1:%d replied NOPERM %s; the user's key patterns must cover other*; docs/servers.md has the ACL rules a lock needs
isLocked: RedisLockServerException: could not inspect lock "other": 127.0.0.1:%d replied NOPERM %s; the user's key patterns must cover other*; docs/servers.md has the ACL rules a lock needs
holder: RedisLockServerException: could not inspect lock "other": 127.0.0.1:%d replied NOPERM %s; the user's key patterns must cover other*; docs/servers.md has the ACL rules a lock needs
forceRelease: RedisLockServerException: could not force the release of lock "other": 127.0.0.1:%d replied NOPERM %s; the user's key patterns must cover other*; docs/servers.md has the ACL rules a lock needs
release: RedisLockServerException: could not release lock "other": 127.0.0.1:%d replied NOPERM %s; the user's key patterns must cover other*; docs/servers.md has the ACL rules a lock needs
string(5) "token"
bool(true)
bool(true)
bool(true)
int(0)
