--TEST--
A lock in a reference cycle is released when PHP collects the cycle
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();

$node = new stdClass();
$node->self = $node;
$node->lock = new RedisLock($key, 600, $redis->address());
var_dump($node->lock->acquire());
unset($node);
var_dump($redis->call('EXISTS', $key));
gc_collect_cycles();
var_dump($redis->call('EXISTS', $key));
--EXPECT--
bool(true)
int(1)
int(0)
