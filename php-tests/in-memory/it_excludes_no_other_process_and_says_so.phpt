--TEST--
memory: is of one process: another one gets the same lock, and describe() and phpinfo() say that it is in memory
--INI--
redislock.server=memory:
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$lock = new RedisLock('key', 600);
var_dump($lock->acquire(), (new RedisLock('key'))->acquire(), (new RedisLock('key', server: 'MEMORY:'))->isLocked());
$redis = RedisServer::start();
echo $redis->php('var_dump((new RedisLock("key"))->acquire());', [], ['-d', 'redislock.server=memory:'])->out;
echo RedisLock::describe('key')['type'], "\n";
ob_start();
(new ReflectionExtension('redislock'))->info();
echo implode("\n", preg_grep('/^(redislock.server|Addresses)/', explode("\n", ob_get_clean()))), "\n";
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(true)
memory
Addresses => redis, rediss, unix, redis-sentinel, rediss-sentinel, redis-cluster, rediss-cluster, memory
redislock.server => memory: (for tests: it excludes no other process) => memory: (for tests: it excludes no other process)
