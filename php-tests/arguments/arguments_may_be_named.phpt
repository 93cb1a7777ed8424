--TEST--
Arguments may be named, in any order and with gaps; what is left out has its default
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(token: 'mine', server: $redis->address(), key: test_key());
$lock->acquire() || exit(1);
var_dump($lock->key() === test_key(), $redis->call('GET', test_key()), $redis->call('TTL', test_key()) > 20);
$lock->extend(ttl: 100);
var_dump($redis->call('TTL', test_key()) > 90);
unset($lock);
var_dump($redis->call('DBSIZE'));
$lock = new RedisLock(test_key(), autoRelease: false, ttl: 5, server: $redis->address());
var_dump($lock->run(critical: fn (RedisLock $lock): int => $redis->call('TTL', test_key())) <= 5, $lock->acquire());
unset($lock);
var_dump($redis->call('DBSIZE'));
--EXPECT--
bool(true)
string(4) "mine"
bool(true)
bool(true)
int(0)
bool(true)
bool(true)
int(1)
