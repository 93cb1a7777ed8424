--TEST--
Waiting with INF for a key that another object of the same thread holds is a LogicException; a bounded wait is false
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$other = RedisServer::start();
$holder = new RedisLock(test_key(), 600, $redis->address());
$holder->acquire() || exit(1);
$lock = new RedisLock(test_key(), 600, $redis->address());
$show = fn (callable $f) => print(str_replace(test_key(), 'KEY', throws($f)) . "\n");
$show(fn () => $lock->acquire(INF));
$show(fn () => $lock->run(fn () => print("called\n"), INF));
$show(fn () => $holder->acquire(INF));
var_dump($lock->acquire(0.05));
// The same key elsewhere is another lock, and so is what is not held any more.
var_dump((new RedisLock(test_key(), 600, $other->address()))->acquire(INF));
$holder->release();
var_dump($lock->acquire(INF));
--EXPECT--
LogicException: could not acquire lock "KEY": another object of this thread holds it, so a wait of INF would never end; release it first
LogicException: could not acquire lock "KEY": another object of this thread holds it, so a wait of INF would never end; release it first
LogicException: could not acquire lock "KEY": this object holds it already; work under it, then release() it
bool(false)
bool(true)
bool(true)
