--TEST--
An acquire whose reply comes after its ttl is a LockExpiredException, and what was taken is released
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--INI--
redislock.io_timeout=20
--FILE--
<?php
require __DIR__ . '/symfony.inc';

$redis = RedisServer::start();
$lock = locks($redis, 0.1)->createLock(test_key(), null);
$lock->acquire() && $lock->release();
// Goes on, and then answers, when the ttl has run out.
$resume = proc_open(['sh', '-c', "sleep 0.3; kill -CONT $redis->pid"], [], $pipes);
$redis->suspend();
chain(fn () => $lock->acquire());
var_dump(eventually(PATIENCE, fn () => $redis->call('EXISTS', test_key()) === 0), $lock->acquire());
--EXPECTREGEX--
LockAcquiringException: Failed to acquire the .* lock\.
  LockExpiredException: could not acquire lock .*the reply came after the ttl had run out.*
    RedisLockLostException: could not acquire lock .*
bool\(true\)
bool\(true\)
