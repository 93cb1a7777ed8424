--TEST--
An atLeast that cannot be one, and rl_rest as a token, are refused, and nothing is sent to Redis
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
foreach ([
    ['atLeast' => -1],
    ['atLeast' => 1e-9],
    ['atLeast' => NAN],
    ['atLeast' => INF],
    ['atLeast' => 10.5],
    ['atLeast' => 11, 'renewFor' => INF],
    ['atLeast' => 61, 'autoRenew' => true, 'renewFor' => 60],
    ['atLeast' => INF, 'ttl' => INF],
    ['atLeast' => []],
    ['token' => 'rl_rest'],
] as $arguments) {
    $all = $arguments + ['key' => test_key(), 'ttl' => 10, 'server' => $redis->address()];
    echo throws(fn () => (new RedisLock(...$all))->acquire()), "\n";
}
echo 'keys: ', $redis->call('DBSIZE'), ', connections: ', count($redis->clients()), "\n";
foreach ([['atLeast' => 10], ['atLeast' => 60, 'autoRenew' => true, 'renewFor' => 60], ['atLeast' => 9e6, 'autoRenew' => true], ['atLeast' => 0.0], ['atLeast' => 0.001]] as $arguments) {
    echo throws(fn () => new RedisLock(...$arguments + ['key' => 'k', 'ttl' => 10])), "\n";
}
--EXPECT--
ValueError: RedisLock::__construct(): Argument #11 ($atLeast) must be at least 0 seconds, -1 given
ValueError: RedisLock::__construct(): Argument #11 ($atLeast) must be 0 or at least 0.001 seconds, 1e-9 given
ValueError: RedisLock::__construct(): Argument #11 ($atLeast) must be at least 0 seconds, NAN given
ValueError: RedisLock::__construct(): Argument #11 ($atLeast) must be at most 315360000 seconds (ten years), INF given
ValueError: RedisLock::__construct(): Argument #11 ($atLeast) must be at most the ttl, 10 seconds, 10.5 given
ValueError: RedisLock::__construct(): Argument #11 ($atLeast) must be at most the ttl, 10 seconds, 11 given
ValueError: RedisLock::__construct(): Argument #11 ($atLeast) must be at most renewFor, 60 seconds, 61 given
ValueError: RedisLock::__construct(): Argument #11 ($atLeast) must be at most 315360000 seconds (ten years), INF given
TypeError: RedisLock::__construct(): Argument #11 ($atLeast) must be of type int|float, array given
ValueError: RedisLock::__construct(): Argument #4 ($token) must not be "rl_rest" or begin with "rl_done", which stand for locks that nobody holds
keys: 0, connections: 0
nothing was thrown
nothing was thrown
nothing was thrown
nothing was thrown
nothing was thrown
