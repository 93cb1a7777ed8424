--TEST--
Without Redis a semaphore throws, except for the release of a permit that stands; invalid weights and limits are refused
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/Semaphore', 'php-symfony-semaphore');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use RedisLock\Symfony\SemaphoreStore;

$redis = RedisServer::start();
$store = new SemaphoreStore($redis->address());
$store->setLogger(new SpokenLogger());
$semaphores = new Symfony\Component\Semaphore\SemaphoreFactory($store);
foreach ([[5, 2], [65, 1]] as [$limit, $weight]) {
    chain($semaphores->createSemaphore(test_key(), $limit, $weight)->acquire(...));
}
chain($semaphores->createSemaphore(test_key(), 2, 1, 0.001)->acquire(...));
chain(fn () => new SemaphoreStore('localhost'));
chain(fn () => new SemaphoreStore(wait: -1));
var_dump($redis->call('DBSIZE'));
$semaphore = $semaphores->createSemaphore(test_key(), 2, 1, 60);
$semaphore->acquire() || exit(1);
$short = $semaphores->createSemaphore(test_key(), 2, 1, 0.05);
$short->acquire() || exit(1);
var_dump(eventually(PATIENCE, $short->isExpired(...)));
$redis->stop();
foreach (['acquire', 'refresh', 'isAcquired', 'release'] as $method) {
    chain($semaphore->$method(...));
}
chain($short->release(...));
--EXPECTREGEX--
RuntimeException: Failed to acquire the .* semaphore\.
  InvalidArgumentException: The .* semaphore has a weight of 2, and a holder here has one permit: .*
RuntimeException: Failed to acquire the .* semaphore\.
  InvalidArgumentException: .*Argument #10 \(\$permits\) .*64.*
    ValueError: .*
RuntimeException: Failed to acquire the .* semaphore\.
  InvalidArgumentException: .*Argument #2 \(\$ttl\) .*
    ValueError: .*
InvalidArgumentException: .*Argument #3 \(\$server\) .*
  ValueError: .*
InvalidArgumentException: .*Argument #2 \(\$wait\) must be at least 0 seconds, -1 given\.
int\(0\)
bool\(true\)
RuntimeException: Failed to acquire the .* semaphore\.
  RuntimeException: could not extend lock .*refused.*
    RedisLockConnectionException: .*
RuntimeException: Failed to define an expiration for the .* semaphore\.
  RuntimeException: could not extend lock .*refused.*
    RedisLockConnectionException: .*
RuntimeException: could not inspect lock .*refused.*
  RedisLockConnectionException: .*
warning: It is not known whether the "KEY" semaphore is released; it ends with its ttl at the latest\. \(RedisLockConnectionException\)
nothing was thrown
RuntimeException: Failed to release the .* semaphore\.
  RuntimeException: could not release lock .*refused.*
    RedisLockConnectionException: .*
