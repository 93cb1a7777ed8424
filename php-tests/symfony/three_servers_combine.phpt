--TEST--
In a CombinedStore the majority of three servers decides, one may be dead or another's, and nothing stays behind
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\{Key, LockFactory, Store\CombinedStore, Strategy\ConsensusStrategy};

$servers = array_map(fn () => RedisServer::start(), range(1, 3));
$stores = array_map(fn ($server) => new RedisLockStore($server->address(), 30), $servers);
$locks = new LockFactory(new CombinedStore($stores, new ConsensusStrategy()));
$copies = fn () => implode(' ', array_map(fn ($server) => $server->call('EXISTS', test_key()), $servers));
$key = new Key(test_key());
$lock = $locks->createLockFromKey($key, 60);
var_dump($lock->acquire(), $lock->acquire(), $locks->createLock(test_key())->acquire(), $copies());
$locks->createLockFromKey(unserialize(serialize($key)))->release();
var_dump($lock->isAcquired(), $copies());

$servers[1]->stop();
var_dump($lock->acquire(), $lock->isAcquired());
$lock->refresh();
$servers[1]->restart();
var_dump($copies());
$lock->release();
var_dump($copies());

// Of another on two: what was got on the third is released.
array_map(fn ($server) => $server->call('SET', test_key(), 'of another'), [$servers[0], $servers[1]]);
var_dump($lock->acquire(), $copies());
array_map(fn ($server) => $server->stop(), [$servers[0], $servers[1]]);
var_dump($lock->acquire(), $servers[2]->call('EXISTS', test_key()));
--EXPECT--
bool(true)
bool(true)
bool(false)
string(5) "1 1 1"
bool(false)
string(5) "0 0 0"
bool(true)
bool(true)
string(5) "1 0 1"
string(5) "0 0 0"
bool(false)
string(5) "1 1 0"
bool(false)
int(0)
