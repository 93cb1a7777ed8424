--TEST--
A release before atLeast is true and leaves the key at rest for what is left; then it is free
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address(), atLeast: 1);
$next = new RedisLock(test_key(), 10, $redis->address());
var_dump($lock->acquire(), $lock->release(), $lock->release(), $next->acquire());
var_dump($next->isLocked(), $next->holder(), $redis->call('GET', test_key()), $redis->call('PTTL', test_key()) <= 1000);
$told = RedisLock::describe(test_key(), $redis->address());
var_dump($told['resting'], $told['token'], $told['label'], $told['remaining'] <= 1, count(RedisLock::locks('*', $redis->address())));
$start = hrtime(true);
var_dump($next->acquire(20), (hrtime(true) - $start) / 1e9 < 1.1 * SLOWNESS, $next->release(), $redis->call('EXISTS', test_key()) === 0);
--EXPECT--
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
NULL
string(7) "rl_rest"
bool(true)
bool(true)
NULL
NULL
bool(true)
int(1)
bool(true)
bool(true)
bool(true)
bool(true)
