--TEST--
With renewFor a semaphore's permit is kept while its process lives, and isAcquired() tells the lifetime of now
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/Semaphore', 'php-symfony-semaphore');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

$redis = RedisServer::start();
$semaphore = semaphores($redis, renewFor: 60)->createSemaphore(test_key(), 1, 1, 0.5 * STRETCH);
var_dump($semaphore->acquire());
usleep((int) (1.5e6 * STRETCH));
var_dump($semaphore->isExpired(), $semaphore->isAcquired(), $semaphore->isExpired());
var_dump(semaphores($redis)->createSemaphore(test_key(), 1)->acquire());
$semaphore->release();
var_dump(semaphores($redis)->createSemaphore(test_key(), 1)->acquire());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
