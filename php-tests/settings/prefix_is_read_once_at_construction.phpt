--TEST--
redislock.prefix is read when a lock is made; a change does not move locks that exist
--INI--
redislock.prefix=shop:
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$first = new RedisLock('order', 10, $redis->address());
var_dump($first->acquire(), $first->key());
ini_set('redislock.prefix', "bytes \0\xff:");
$second = new RedisLock('order', 10, $redis->address());
var_dump($second->acquire(), $second->key() === "bytes \0\xff:order", $first->key(), $first->isHeld(), $first->extend(), $first->release());
ini_set('redislock.prefix', '');
$third = new RedisLock('order', 10, $redis->address());
var_dump($third->acquire(), $redis->call('EXISTS', 'order', "bytes \0\xff:order", 'shop:order'));
ini_restore('redislock.prefix');
var_dump((new RedisLock('order', 10, $redis->address()))->key());
--EXPECT--
bool(true)
string(10) "shop:order"
bool(true)
bool(true)
string(10) "shop:order"
bool(true)
bool(true)
bool(true)
bool(true)
int(2)
string(10) "shop:order"
