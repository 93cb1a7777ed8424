--TEST--
A right that is missing for a command is a RedisLockServerException where that is needed, and the lease is kept
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../errors/methods.inc';
require __DIR__ . '/users.inc';

$redis = RedisServer::start();
foreach (['-set' => 'acquire', '-pexpire' => 'extend', '-persist' => 'extend', '-del' => 'release', '-pttl' => 'isHeld'] as $missing => $method) {
    $method === 'acquire' ? $redis->call('DEL', 'orders:42') : $redis->call('SET', 'orders:42', 'token', 'EX', '10');
    $address = address_of_user($redis, 'bob', '~orders:* ' . LOCK_COMMANDS . " $missing");
    $lock = new RedisLock('orders:42', $missing === '-persist' ? INF : 60, $address, 'token');
    echo "$missing: ", answer(fn () => $lock->$method()), "\n";
    var_dump($redis->call('GET', 'orders:42'));
}
--EXPECTF--
-set: RedisLockServerException: could not acquire lock "orders:42": 127.0.0.1:%d replied %s; the user needs +eval +get +set +exists +pttl; docs/servers.md has the ACL rules a lock needs
NULL
-pexpire: RedisLockServerException: could not extend lock "orders:42": 127.0.0.1:%d replied %s; the user needs +eval +get +pttl +pexpire +persist; docs/servers.md has the ACL rules a lock needs
string(5) "token"
-persist: RedisLockServerException: could not extend lock "orders:42": 127.0.0.1:%d replied %s; the user needs +eval +get +pttl +pexpire +persist; docs/servers.md has the ACL rules a lock needs
string(5) "token"
-del: RedisLockServerException: could not release lock "orders:42": 127.0.0.1:%d replied %s; the user needs +eval +get +del; docs/servers.md has the ACL rules a lock needs
string(5) "token"
-pttl: RedisLockServerException: could not inspect lock "orders:42": 127.0.0.1:%d replied %s; the user needs +eval +get +pttl; docs/servers.md has the ACL rules a lock needs
string(5) "token"
