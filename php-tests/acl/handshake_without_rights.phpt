--TEST--
A user that may not name its connection loses nothing by it; for one that may not choose its database the message says so
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../errors/methods.inc';
require __DIR__ . '/users.inc';

$redis = RedisServer::start();
$address = address_of_user($redis, 'bob', '~orders:* ' . LOCK_COMMANDS . ' -client -select');
$lock = new RedisLock('orders:42', 10, $address);
var_dump($lock->acquire(), $lock->release(), RedisLock::stats()['failed']);
echo answer(fn () => (new RedisLock('orders:42', 10, "$address/1"))->acquire()), "\n";
var_dump($redis->call('DBSIZE'));
--EXPECTF--
bool(true)
bool(true)
int(0)
RedisLockServerException: could not acquire lock "orders:42": 127.0.0.1:%d replied NOPERM %s; docs/servers.md has the ACL rules a lock needs
int(0)
