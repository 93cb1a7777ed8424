--TEST--
A number of permits that cannot be one is refused, and nothing is sent to Redis
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
foreach ([
    ['k', 'permits' => 0],
    ['k', 'permits' => -1],
    ['k', 'permits' => 65],
    ['k', 'permits' => 'many'],
    [['a', 'b'], 'permits' => 2],
    ['k', 'permits' => 2, 'server' => ['redis://a', 'redis://b', 'redis://c']],
] as $arguments) {
    echo throws(fn () => (new RedisLock(...$arguments + ['server' => $redis->address()]))->acquire()), "\n";
}
echo 'keys: ', $redis->call('DBSIZE'), ', connections: ', count($redis->clients()), "\n";
--EXPECT--
ValueError: RedisLock::__construct(): Argument #10 ($permits) must be 1 to 64 permits, 0 given
ValueError: RedisLock::__construct(): Argument #10 ($permits) must be 1 to 64 permits, -1 given
ValueError: RedisLock::__construct(): Argument #10 ($permits) must be 1 to 64 permits, 65 given
TypeError: RedisLock::__construct(): Argument #10 ($permits) must be of type int, string given
ValueError: RedisLock::__construct(): Argument #10 ($permits) must be 1 with a list of keys
ValueError: RedisLock::__construct(): Argument #10 ($permits) must be 1 with a list of servers: each would give permits of its own
keys: 0, connections: 0
