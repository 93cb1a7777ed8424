--TEST--
Without Redis every request is an exception of Symfony's own kinds and never a no, except the release of a lease that stands
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

$redis = RedisServer::start();
$lock = locks($redis)->createLock(test_key(), 60, false);
$lock->acquire() || exit(1);
$redis->stop();
foreach (['acquire' => [], 'acquire ' => [true], 'refresh' => [], 'isAcquired' => [], 'release' => []] as $method => $arguments) {
    echo $method, ":\n";
    $method = trim($method);
    chain(fn () => $lock->$method(...$arguments));
}
$redis->restart();
var_dump($lock->isAcquired(), $lock->acquire(), $lock->isAcquired());
--EXPECTREGEX--
acquire:
LockAcquiringException: Failed to acquire the .* lock\.
  LockAcquiringException: could not extend lock .*refused.*
    RedisLockConnectionException: could not extend lock .*refused.*
acquire :
LockAcquiringException: Failed to acquire the .* lock\.
  LockAcquiringException: could not extend lock .*refused.*
    RedisLockConnectionException: could not extend lock .*refused.*
refresh:
LockAcquiringException: Failed to define an expiration for the .* lock\.
  LockStorageException: could not extend lock .*refused.*
    RedisLockConnectionException: could not extend lock .*refused.*
isAcquired:
LockStorageException: could not inspect lock .*refused.*
  RedisLockConnectionException: could not inspect lock .*refused.*
release:
nothing was thrown
bool\(false\)
bool\(true\)
bool\(true\)
