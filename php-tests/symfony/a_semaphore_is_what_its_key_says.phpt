--TEST--
A semaphore's serialized key refreshes and releases its permit in another process; one that is lost or over is expired
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/Semaphore', 'php-symfony-semaphore');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use Symfony\Component\Semaphore\Key;

$redis = RedisServer::start();
$semaphores = semaphores($redis);
$other = $semaphores->createSemaphore(test_key(), 2, 1, 60);
$other->acquire() || exit(1);
$key = new Key(test_key(), 2);
$semaphore = $semaphores->createSemaphoreFromKey($key, 10, false);
var_dump($semaphore->acquire());
$code = '$semaphores = new Symfony\Component\Semaphore\SemaphoreFactory(new RedisLock\Symfony\SemaphoreStore());'
    . '$semaphore = $semaphores->createSemaphoreFromKey(unserialize(base64_decode("%s")), 600);'
    . 'var_dump($semaphore->isAcquired()); $semaphore->refresh(); var_dump($semaphore->getRemainingLifetime() > 500); $semaphore->release();';
echo symfony_process($redis, test_key(), sprintf($code, base64_encode(serialize($key))))->wait()->out;
var_dump($semaphore->isAcquired(), $other->isAcquired());
chain($semaphore->refresh(...));

var_dump($semaphore->acquire());
$redis->call('FLUSHALL');
chain($semaphore->refresh(...));
$semaphore->release();

$short = $semaphores->createSemaphore(test_key('-short'), 2, 1, 0.05);
$short->acquire() || exit(1);
var_dump(eventually(PATIENCE, $short->isExpired(...)), eventually(PATIENCE, fn () => !$short->isAcquired()));
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
SemaphoreExpiredException: The semaphore "a_semaphore_is_what_its_key_says-PID" has expired: its permit is not held by this key any more.
bool(true)
SemaphoreExpiredException: The semaphore "a_semaphore_is_what_its_key_says-PID" has expired: its permit is not held by this key any more.
bool(true)
bool(true)
