--TEST--
A signal handler that throws out of a wait for a permit leaves nothing, and a wait goes on after one that releases a permit
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';


$redis = RedisServer::start();
$make = fn (): RedisLock => new RedisLock(test_key(), 600, $redis->address(), permits: 2);
[$first, $second, $third] = [$make(), $make(), $make()];
var_dump($first->acquire(), $second->acquire());
pcntl_async_signals(true);
pcntl_signal(SIGALRM, fn () => throw new RuntimeException('the handler'));
pcntl_alarm(1);
echo throws(fn () => $third->acquire(20)), "\n";
var_dump($first->isHeld(), $second->isHeld());
pcntl_signal(SIGALRM, fn () => $second->release());
pcntl_alarm(1);
$start = hrtime(true);
var_dump($third->acquire(20), (hrtime(true) - $start) / 1e9 < 1.0 + 0.5 * SLOWNESS, $first->isHeld(), $third->release());
--EXPECT--
bool(true)
bool(true)
RuntimeException: the handler
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
