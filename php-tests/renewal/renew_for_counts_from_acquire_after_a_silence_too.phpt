--TEST--
renewFor counts from acquire() also for a lease that expired meanwhile and was found to be held after all
--INI--
redislock.io_timeout=0.1
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$lock = new RedisLock(test_key(), 1, $redis->address(), autoRenew: true, renewFor: 3);
var_dump($lock->acquire());
$start = hrtime(true);
$redis->call('PEXPIRE', test_key(), '2500');
$redis->suspend();
var_dump(eventually(PATIENCE, fn (): bool => $lock->remaining() === 0.0));
usleep(500_000);
$redis->resume();
var_dump($lock->extend());
var_dump(renewed(1), eventually(PATIENCE, fn (): bool => $redis->call('EXISTS', test_key()) === 0));
$seconds = (hrtime(true) - $start) / 1e9;
echo $seconds > 2.5 && $seconds < 4 ? 'in time' : "after $seconds s", "\n";
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
in time
