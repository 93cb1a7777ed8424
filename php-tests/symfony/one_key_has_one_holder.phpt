--TEST--
While a lock is held another one of its name is refused, whichever object and process tries; then it is free again
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

$redis = RedisServer::start();
$locks = locks($redis);
$lock = $locks->createLock(test_key(), 10);
var_dump($lock->acquire(), $lock->isAcquired());
$other = $locks->createLock(test_key(), 10);
var_dump($other->acquire(), $other->isAcquired());
echo symfony_process($redis, test_key(), 'var_dump($locks->createLock($key)->acquire());')->wait()->out;
$lock->release();
var_dump($lock->isAcquired(), $other->acquire());
--EXPECT--
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
bool(false)
bool(true)
