--TEST--
replicas outside of 0 to 65535 is a ValueError that says limit and value, and nothing is sent to Redis
--FILE--
<?php
require __DIR__ . '/replica.inc';
$redis = RedisServer::start();

foreach ([-1, 65536, PHP_INT_MIN, PHP_INT_MAX, '-1'] as $replicas) {
    echo throws(fn () => (new RedisLock(test_key(), 10, $redis->address(), replicas: $replicas))->acquire()), "\n";
}
foreach ([0, 1, 65535] as $replicas) {
    echo throws(fn () => new RedisLock(test_key(), 10, $redis->address(), replicas: $replicas)), "\n";
}
var_dump(count($redis->clients()));
--EXPECT--
ValueError: RedisLock::__construct(): Argument #9 ($replicas) must be 0 to 65535 replicas, -1 given
ValueError: RedisLock::__construct(): Argument #9 ($replicas) must be 0 to 65535 replicas, 65536 given
ValueError: RedisLock::__construct(): Argument #9 ($replicas) must be 0 to 65535 replicas, -9223372036854775808 given
ValueError: RedisLock::__construct(): Argument #9 ($replicas) must be 0 to 65535 replicas, 9223372036854775807 given
ValueError: RedisLock::__construct(): Argument #9 ($replicas) must be 0 to 65535 replicas, -1 given
nothing was thrown
nothing was thrown
nothing was thrown
int(0)
