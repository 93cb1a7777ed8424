--TEST--
A store at memory: excludes within the process, lets locks expire, and is waited for
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\LockFactory;

$locks = new LockFactory(new RedisLockStore('memory:', wait: 20));
$lock = $locks->createLock(test_key(), 0.3);
$other = $locks->createLock(test_key(), 600);
var_dump($lock->acquire(), $other->acquire());
[$taken, $seconds] = timed(fn (): bool => $other->acquire(true));
var_dump($taken, $lock->isAcquired(), $other->isAcquired());
within(0.1, $seconds, 0.9, 'as soon as it has expired');
$other->release();
var_dump((new RedisLock(test_key(), server: 'memory:'))->isLocked());
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
as soon as it has expired: yes
bool(false)
