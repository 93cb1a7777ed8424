--TEST--
release(doneFor:) leaves a marker for that time, unless the lock is not ours; the longer of it and atLeast
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
$left = fn (): int => (int) ceil($redis->call('PTTL', test_key()) / 1000);
var_dump($lock->release(doneFor: 60), $redis->call('EXISTS', test_key()));
var_dump($lock->acquire(), $lock->release(doneFor: 60), $lock->isDone(), $left(), $lock->release(doneFor: 60));
$redis->call('DEL', test_key());
$slow = new RedisLock(test_key(), 40, $redis->address(), atLeast: 30);
var_dump($slow->acquire(), $slow->release(doneFor: 1), $slow->isDone(), $left());
$redis->call('DEL', test_key());
var_dump($lock->acquire(), $lock->release(doneFor: 0), $lock->isLocked());
$told = RedisLock::stats();
var_dump($told['lost'], $told['failed']);
--EXPECT--
bool(false)
int(0)
bool(true)
bool(true)
bool(true)
int(60)
bool(false)
bool(true)
bool(true)
bool(true)
int(30)
bool(true)
bool(true)
bool(false)
int(0)
int(0)
