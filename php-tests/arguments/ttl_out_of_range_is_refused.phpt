--TEST--
A ttl below 0.01 seconds, above ten years or without a number is a ValueError that says limit and value, and nothing is sent to Redis
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
foreach ([0, -0.0, -1, -2.5, 0.005, 0.00999, NAN, -INF, 315360001, 315360000.001, 1e300] as $ttl) {
    echo throws(fn () => (new RedisLock(test_key(), $ttl, $redis->address()))->acquire()), "\n";
}
foreach ([0.01, 315360000, INF] as $ttl) {
    echo "$ttl: ", throws(fn () => new RedisLock(test_key(), $ttl, $redis->address())), "\n";
}
echo 'keys: ', $redis->call('DBSIZE'), ', connections: ', count($redis->clients()), "\n";
--EXPECT--
ValueError: RedisLock::__construct(): Argument #2 ($ttl) must be at least 0.01 seconds, 0 given
ValueError: RedisLock::__construct(): Argument #2 ($ttl) must be at least 0.01 seconds, -0 given
ValueError: RedisLock::__construct(): Argument #2 ($ttl) must be at least 0.01 seconds, -1 given
ValueError: RedisLock::__construct(): Argument #2 ($ttl) must be at least 0.01 seconds, -2.5 given
ValueError: RedisLock::__construct(): Argument #2 ($ttl) must be at least 0.01 seconds, 0.005 given
ValueError: RedisLock::__construct(): Argument #2 ($ttl) must be at least 0.01 seconds, 0.00999 given
ValueError: RedisLock::__construct(): Argument #2 ($ttl) must be at least 0.01 seconds, NAN given
ValueError: RedisLock::__construct(): Argument #2 ($ttl) must be at least 0.01 seconds, -INF given
ValueError: RedisLock::__construct(): Argument #2 ($ttl) must be at most 315360000 seconds (ten years) or INF, 315360001 given
ValueError: RedisLock::__construct(): Argument #2 ($ttl) must be at most 315360000 seconds (ten years) or INF, 315360000.001 given
ValueError: RedisLock::__construct(): Argument #2 ($ttl) must be at most 315360000 seconds (ten years) or INF, 1e300 given
0.01: nothing was thrown
315360000: nothing was thrown
INF: nothing was thrown
keys: 0, connections: 0
