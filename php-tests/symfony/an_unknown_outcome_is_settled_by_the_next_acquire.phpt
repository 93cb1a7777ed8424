--TEST--
An acquire without a reply can be repeated with the same key: it is one lock, and it is ours
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

$redis = RedisServer::start();
$lock = locks($redis)->createLock(test_key(), 60);
$lock->acquire() && $lock->release();
$redis->suspend();
chain(fn () => $lock->acquire());
$redis->resume();
// Whether or not the server has carried out what it was sent while it stood still.
var_dump($lock->acquire(), $lock->isAcquired(), locks($redis)->createLock(test_key())->acquire());
$lock->release();
var_dump($redis->call('EXISTS', test_key()));
--EXPECTREGEX--
LockAcquiringException: Failed to acquire the .* lock\.
  LockAcquiringException: could not acquire lock .*
    RedisLockConnectionException: could not acquire lock .*
bool\(true\)
bool\(true\)
bool\(false\)
int\(0\)
