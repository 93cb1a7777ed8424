--TEST--
acquire(true) of a lock that another key of the same process holds fails at once instead of waiting for itself
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

$redis = RedisServer::start();
$locks = locks($redis);
$lock = $locks->createLock(test_key(), 60);
$lock->acquire() || exit(1);
chain(fn () => $locks->createLock(test_key(), 60)->acquire(true));
$lock->release();
var_dump($locks->createLock(test_key(), 60)->acquire(true));
--EXPECTREGEX--
LockAcquiringException: Failed to acquire the .* lock\.
  LogicException: .*
bool\(true\)
