--TEST--
An event's name is without the prefix that was set when its lock was made, whatever is set when the event is entered or taken out
--INI--
redislock.events=100
redislock.prefix=shop:
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$names = fn (): string => json_encode(array_map(fn (array $event): string => "$event[event] $event[name]", RedisLock::events()));
$lock = new RedisLock('orders:42', 10, $redis->address());
$lock->acquire() || exit(1);
ini_set('redislock.prefix', 'other:');
echo $names(), "\n";
$lock->release();
$several = new RedisLock(['shop:1', 'shop:2'], 10, $redis->address());
$permit = new RedisLock('shop:3', 10, $redis->address(), permits: 2);
$several->acquire() && $permit->acquire();
ini_set('redislock.prefix', '');
echo $names(), "\n";
$same = new RedisLock('shop:orders:42', 10, $redis->address());
$same->acquire() || exit(1);
var_dump((new RedisLock('shop:orders:42', 10, $redis->address()))->acquire());
echo $names(), "\n";
--EXPECT--
["acquired orders:*"]
["released orders:*","acquired shop:*","acquired shop:*"]
bool(false)
["acquired shop:orders:*","refused shop:orders:*"]
