--TEST--
Of several keys all are taken or none, and each is an ordinary lock to all others
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$make = fn (string|array $key): RedisLock => new RedisLock($key, 10, $redis->address());
[$a, $b] = [test_key('a'), test_key('b')];
[$both, $single] = [$make([$a, $b]), $make($b)];
var_dump($single->acquire(), $both->acquire(), $redis->call('EXISTS', $a));
var_dump($single->release(), $both->acquire(), $single->acquire(), $single->holder() === $both->token());
var_dump($both->key() === $a, $both->keys() === [$a, $b], $single->keys() === [$b]);
var_dump($both->extend(), $both->isHeld(), $both->release(), $redis->call('DBSIZE'));
var_dump($make([$a])->keys() === [$a]);
--EXPECT--
bool(true)
bool(false)
int(0)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(0)
bool(true)
