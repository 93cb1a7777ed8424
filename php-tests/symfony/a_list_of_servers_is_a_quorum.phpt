--TEST--
A store with a list of three servers is RedisLock's quorum: all get a request at once, one may be dead, keys travel
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\{Key, LockFactory};

$servers = array_map(fn () => RedisServer::start(), range(1, 3));
$addresses = array_map(fn ($server) => $server->address(), $servers);
$locks = new LockFactory(new RedisLockStore($addresses));
$key = new Key(test_key());
$lock = $locks->createLockFromKey($key, 60);
var_dump($lock->acquire(), $locks->createLock(test_key())->acquire());
$servers[0]->stop();
var_dump($lock->isAcquired());
$lock->refresh();
$locks->createLockFromKey(unserialize(serialize($key)))->release();
var_dump($lock->isAcquired(), $lock->acquire(true));
$servers[1]->stop();
chain(fn () => $locks->createLock(test_key())->acquire());
--EXPECTREGEX--
bool\(true\)
bool\(false\)
bool\(true\)
bool\(false\)
bool\(true\)
LockAcquiringException: Failed to acquire the "a_list_of_servers_is_a_quorum-PID" lock\.
  LockAcquiringException: could not acquire lock .* 1 of 3 nodes replied, 2 needed .*
    RedisLockConnectionException: could not acquire lock .* 1 of 3 nodes replied, 2 needed .*
