--TEST--
With the bundle framework.semaphore takes a DSN with the options of a store
--EXTENSIONS--
ctype
tokenizer
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/Semaphore', 'php-symfony-semaphore');
needs_symfony('Bundle/FrameworkBundle', 'php-symfony-framework-bundle');
--FILE--
<?php
require __DIR__ . '/kernel.inc';

$redis = RedisServer::start();
$kernel = application(['semaphore' => str_replace('redis://', 'redislock://', $redis->address()) . '?wait=0.2'], 'semaphore.factory');
$semaphores = array_map(fn () => $kernel->service('semaphore.factory')->createSemaphore(test_key(), 2), range(1, 3));
var_dump($semaphores[0]->acquire(), $semaphores[1]->acquire());
[, $seconds] = timed(fn () => var_dump($semaphores[2]->acquire()));
within(0.2, $seconds, 0.5, 'waited');
var_dump(RedisLock::describe(test_key(), $redis->address())['permits']);
--EXPECT--
bool(true)
bool(true)
bool(false)
waited: yes
int(2)
