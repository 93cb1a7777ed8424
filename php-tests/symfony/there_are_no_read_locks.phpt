--TEST--
acquireRead() throws, with and without waiting, takes nothing and leaves a held lock alone
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\Key;

$redis = RedisServer::start();
$lock = locks($redis)->createLock(test_key());
chain(fn () => $lock->acquireRead());
chain(fn () => $lock->acquireRead(true));
chain(fn () => (new RedisLockStore($redis->address()))->saveRead(new Key(test_key())));
var_dump($redis->call('EXISTS', test_key()), $lock->acquire());
chain(fn () => $lock->acquireRead());
var_dump($lock->isAcquired());
--EXPECT--
LockAcquiringException: Failed to acquire the "there_are_no_read_locks-PID" lock.
  RedisLock\Symfony\NotSupportedException: The "there_are_no_read_locks-PID" lock cannot be acquired for reading: RedisLock\Symfony\RedisLockStore has no readers, only acquire().
LockAcquiringException: Failed to acquire the "there_are_no_read_locks-PID" lock.
  RedisLock\Symfony\NotSupportedException: The "there_are_no_read_locks-PID" lock cannot be acquired for reading: RedisLock\Symfony\RedisLockStore has no readers, only acquire().
RedisLock\Symfony\NotSupportedException: The "there_are_no_read_locks-PID" lock cannot be acquired for reading: RedisLock\Symfony\RedisLockStore has no readers, only acquire().
int(0)
bool(true)
LockAcquiringException: Failed to acquire the "there_are_no_read_locks-PID" lock.
  RedisLock\Symfony\NotSupportedException: The "there_are_no_read_locks-PID" lock cannot be acquired for reading: RedisLock\Symfony\RedisLockStore has no readers, only acquire().
bool(true)
