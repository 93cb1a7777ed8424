--TEST--
autoRenew keeps all keys of a list beyond their ttl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$keys = [test_key('a'), test_key('b')];
$list = new RedisLock($keys, 0.6 * STRETCH, $redis->address(), autoRenew: true);
var_dump($list->acquire());
usleep((int) (1_500_000 * STRETCH));
var_dump($redis->call('EXISTS', ...$keys), $list->remaining() > 0, RedisLock::stats()['renewed'] >= 2, $list->release());
var_dump($redis->call('DBSIZE'));
--EXPECT--
bool(true)
int(2)
bool(true)
bool(true)
bool(true)
int(0)
