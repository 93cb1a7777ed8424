--TEST--
After an acquire() without a reply the next lease has another token, so that the late command can never match it
--INI--
redislock.io_timeout=0.5
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
$told = $lock->token();
$redis->suspend();
echo strtok(throws(fn () => $lock->acquire()), ':'), "\n";
$redis->resume();
$redis->call('PING');
var_dump($lock->acquire());
$token = $redis->call('GET', test_key());
var_dump($token === $lock->token(), $token === $told, preg_match('/^rl_[0-9a-f]{32}$/D', $token));
--EXPECT--
RedisLockConnectionException
bool(true)
bool(true)
bool(false)
int(1)
