--TEST--
As many hold a semaphore as its limit says, each acquire and each release is one round trip, and nothing stays behind
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/Semaphore', 'php-symfony-semaphore');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

$redis = RedisServer::start();
$semaphores = semaphores($redis);
$all = array_map(fn () => $semaphores->createSemaphore(test_key(), 2, 1, 10), range(1, 3));
var_dump(array_map(fn ($one) => $one->acquire(), $all));
var_dump($redis->call('TTL', test_key()), $all[0]->getRemainingLifetime() > 9, $all[0]->getRemainingLifetime() < 10);
$all[0]->release();
var_dump($all[2]->acquire(), $all[0]->isAcquired(), $all[1]->isAcquired());
// What holds a permit holds it, and has no second one.
var_dump($all[1]->acquire(), RedisLock::describe(test_key(), $redis->address())['permits']);
$all[2]->release();

// By now the server has all scripts.
$told = $redis->monitor();
$all[0]->acquire() || exit(1);
$all[0]->release();
var_dump(array_column($told(), 0));
unset($all);
var_dump(array_filter($redis->call('KEYS', '*'), fn ($key) => !str_contains($key, ':rl-')));
--EXPECT--
array(3) {
  [0]=>
  bool(true)
  [1]=>
  bool(true)
  [2]=>
  bool(false)
}
int(10)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
int(2)
array(2) {
  [0]=>
  string(7) "EVALSHA"
  [1]=>
  string(7) "EVALSHA"
}
array(0) {
}
