--TEST--
With a wait a semaphore's acquire() is woken by a release in another process, and is false when the wait is over
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/Semaphore', 'php-symfony-semaphore');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

$redis = RedisServer::start();
$holders = array_map(fn () => semaphores($redis)->createSemaphore(test_key(), 2, 1, 60), range(1, 2));
var_dump($holders[0]->acquire(), $holders[1]->acquire());
[$said, $seconds] = timed(fn () => var_dump(semaphores($redis, 0.3)->createSemaphore(test_key(), 2)->acquire()));
within(0.3, $seconds, 0.5, 'after its wait');

$waiter = symfony_process($redis, test_key(), '$semaphores = new Symfony\Component\Semaphore\SemaphoreFactory(new RedisLock\Symfony\SemaphoreStore(wait: 60));'
    . '$semaphore = $semaphores->createSemaphore($key, 2); var_dump($semaphore->acquire()); echo "acquired at ", hrtime(true), "\n"; fgets(STDIN);');
until_blocked($redis);
$released = now();
$holders[1]->release();
within(0, acquired_at($waiter) - $released, 0.08, 'woken at once');
var_dump($holders[1]->acquire());
$waiter->say();
$waiter->wait();
var_dump($holders[1]->acquire());
--EXPECT--
bool(true)
bool(true)
bool(false)
after its wait: yes
woken at once: yes
bool(false)
bool(true)
