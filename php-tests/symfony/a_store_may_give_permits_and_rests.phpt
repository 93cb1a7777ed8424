--TEST--
With permits a store's locks have several holders, with atLeast a lock that was released early stays taken, and says so to the next
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use Symfony\Component\Lock\Key;

$redis = RedisServer::start();
$locks = locks($redis, permits: 2);
$held = array_map(fn () => $locks->createLockFromKey(new Key(test_key()), 60), range(1, 3));
var_dump(array_map(fn ($lock) => $lock->acquire(), $held));
// The second again, by its Key in another place: it is one of the two.
var_dump($held[1]->acquire(), $held[1]->isAcquired(), RedisLock::describe(test_key(), $redis->address())['permits']);
$held[0]->release();
var_dump($held[2]->acquire());

$nightly = locks($redis, atLeast: 1.0)->createLock(test_key('-rest'), 10);
var_dump($nightly->acquire());
$taken = now();
$nightly->release();
var_dump($nightly->isAcquired(), locks($redis)->createLock(test_key('-rest'))->acquire());
var_dump(locks($redis)->createLock(test_key('-rest'))->acquire(true));
within(0.9, now() - $taken, 2 * SLOWNESS, 'at rest');
--EXPECT--
array(3) {
  [0]=>
  bool(true)
  [1]=>
  bool(true)
  [2]=>
  bool(false)
}
bool(true)
bool(true)
int(2)
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
at rest: yes
