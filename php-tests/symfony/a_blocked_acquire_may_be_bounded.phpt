--TEST--
With a wait the store's acquire(true) ends in time with a LockConflictedException; without one it lasts until the ttl ends
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

$redis = RedisServer::start();
$holder = locks($redis, 0.5)->createLock(test_key(), 1, false);
$holder->acquire() || exit(1);
[$said, $seconds] = timed(fn () => locks($redis, 10, 0.3)->createLock(test_key())->acquire(true));
echo strtok($said, ':'), "\n";
within(0.3, $seconds, 0.5, 'after its wait');
var_dump($holder->isAcquired());

// In another process: this one would be told that it waits for itself.
echo symfony_process($redis, test_key(), '$lock = $locks->createLock($key); var_dump($lock->acquire(true));')->wait()->out;
var_dump($holder->isAcquired(), $holder->isExpired());
--EXPECT--
Symfony\Component\Lock\Exception\LockConflictedException
after its wait: yes
bool(true)
bool(true)
bool(false)
bool(true)
