--TEST--
A list that cannot be one is refused in PHP's words, and nothing is sent to Redis
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$cluster = str_replace('redis://', 'redis-cluster://', $redis->address());
foreach ([
    [[]],
    [range(1, 65)],
    [array_map(strval(...), range(1, 65))],
    [['a', 'b', 'a']],
    [['a', 2]],
    [['x' => 'a']],
    [['a', '']],
    [['a', 'b:rl-wake']],
    [['sku:1', 'sku:7'], 'server' => $cluster],
] as $arguments) {
    echo throws(fn () => (new RedisLock(...$arguments + ['server' => $redis->address()]))->acquire()), "\n";
}
ini_set('redislock.prefix', 'p');
echo throws(fn () => (new RedisLock([''], 10, $redis->address()))->acquire()), "\n";
echo throws(fn () => (new RedisLock(['a:r', ':rl-'], 10, $redis->address()))->acquire()), "\n";
echo throws(fn () => (new RedisLock(['{t}a', '{t}b'], 10, $cluster))), "\n";
echo 'keys: ', $redis->call('DBSIZE'), ', connections: ', count($redis->clients()), "\n";
--EXPECT--
ValueError: RedisLock::__construct(): Argument #1 ($key) must be a key or a list of 1 to 64 keys, 0 given
TypeError: RedisLock::__construct(): Argument #1 ($key) must be a list of strings, but number 1 is not one
ValueError: RedisLock::__construct(): Argument #1 ($key) must be a key or a list of 1 to 64 keys, 65 given
ValueError: RedisLock::__construct(): Argument #1 ($key) must not name a key twice: numbers 1 and 3 are the same
TypeError: RedisLock::__construct(): Argument #1 ($key) must be a list of strings, but number 2 is not one
ValueError: RedisLock::__construct(): Argument #1 ($key) must be a list: keys 0, 1, 2 and so on
ValueError: RedisLock::__construct(): Argument #1 ($key) must be a list of keys, and number 2 must not be empty
ValueError: RedisLock::__construct(): Argument #1 ($key) must be a list of keys, and number 2 must not contain ":rl-", which is reserved for the keys beside a lock
ValueError: RedisLock::__construct(): Argument #1 ($key) must be in one slot of the cluster, and "sku:7" is not: give all keys the same hash tag, as {order:42}:a and {order:42}:b have, and no other braces
nothing was thrown
ValueError: RedisLock::__construct(): Argument #1 ($key) must be a list of keys, and number 2 must not contain ":rl-", which is reserved for the keys beside a lock
nothing was thrown
keys: 0, connections: 1
