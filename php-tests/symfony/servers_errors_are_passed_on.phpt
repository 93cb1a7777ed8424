--TEST--
An error from Redis is an exception of Symfony's own kinds that names the error
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use Symfony\Component\Lock\Key;

$redis = RedisServer::start();
$key = new Key(test_key());
locks($redis)->createLockFromKey($key, 60, false)->acquire();
$redis->call('CONFIG', 'SET', 'requirepass', 'secret');
$redis->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
chain(fn () => locks($redis)->createLock(test_key('-other'))->acquire());
$copy = unserialize(serialize($key));
$copy->resetLifetime();
$lock = locks($redis)->createLockFromKey($copy, 60, false);
chain(fn () => $lock->isAcquired());
chain(fn () => $lock->release());
--EXPECTREGEX--
LockAcquiringException: Failed to acquire the .* lock\.
  LockAcquiringException: could not acquire lock .*NOAUTH.*
    RedisLockServerException: could not acquire lock .*NOAUTH.*
LockStorageException: could not inspect lock .*NOAUTH.*
  RedisLockServerException: could not inspect lock .*NOAUTH.*
LockReleasingException: could not release lock .*NOAUTH.*
  RedisLockServerException: could not release lock .*NOAUTH.*
