--TEST--
A key's lifetime ends before Redis removes the lock, counts from the end of a wait, and a refresh moves it
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

$redis = RedisServer::start();
$left = fn (): float => $redis->call('PTTL', test_key()) / 1000;
$lock = locks($redis, 4)->createLock(test_key(), null, false);
$lock->acquire() || exit(1);
within(3.5, $lock->getRemainingLifetime(), $left(), 'without a ttl: the initial one');
$lock->refresh(20);
within(19, $lock->getRemainingLifetime(), $left(), 'refreshed');
// As far as the holder may trust it; Redis keeps what it was told before.
$lock->refresh(2);
within(1.5, $lock->getRemainingLifetime(), 2, 'refreshed with less');
within(19, $left(), 20, 'in Redis');
$lock->release();

(new RedisLock(test_key(), 1, $redis->address(), autoRelease: false))->acquire() || exit(1);
$waited = locks($redis, 0.5)->createLock(test_key(), 2);
$waited->acquire(true) || exit(1);
within(1.8, $waited->getRemainingLifetime(), $left(), 'behind a wait');
$late = locks($redis, 0.05)->createLock(test_key('-late'), 0.05);
$late->acquire() || exit(1);
var_dump(eventually(PATIENCE, fn () => $late->isExpired()), eventually(PATIENCE, fn () => !$late->isAcquired()));
--EXPECT--
without a ttl: the initial one: yes
refreshed: yes
refreshed with less: yes
in Redis: yes
behind a wait: yes
bool(true)
bool(true)
