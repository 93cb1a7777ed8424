--TEST--
A release that a dead Redis missed is sent ahead of the next request to it
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();

$lock = new RedisLock($key, 600, $redis->address());
var_dump($lock->acquire());
$token = $lock->token();
$redis->stop();
unset($lock);

// A server that comes back with what it had; ours starts empty.
$redis->restart();
$redis->call('SET', $key, $token, 'EX', '600');
$redis->call('SCRIPT', 'LOAD', script_as_sent('acquire'));
$seen = $redis->monitor();
$next = new RedisLock($key, 600, $redis->address());
var_dump($next->acquire());
echo implode(' ', array_column($seen(), 0)), "\n";
--EXPECT--
bool(true)
bool(true)
EVAL EVALSHA
