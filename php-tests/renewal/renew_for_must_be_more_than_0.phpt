--TEST--
renewFor of 0, below 0 or without a number is a ValueError, also without autoRenew, and nothing is sent to Redis
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

foreach ([0, 0.0, -0.0, -1, -0.001, -INF, NAN, '0'] as $renewFor) {
    foreach ([true, false] as $autoRenew) {
        $make = fn () => new RedisLock(test_key(), 10, $redis->address(), autoRenew: $autoRenew, renewFor: $renewFor);
        echo json_encode($autoRenew), ': ', throws(fn () => $make()->acquire()), "\n";
    }
}
foreach ([0.001, 1, 1e300, PHP_INT_MAX, INF] as $renewFor) {
    echo throws(fn () => new RedisLock(test_key(), 10, $redis->address(), autoRenew: true, renewFor: $renewFor)), "\n";
}
var_dump(count($redis->clients()));
--EXPECT--
true: ValueError: RedisLock::__construct(): Argument #7 ($renewFor) must be greater than 0 seconds
false: ValueError: RedisLock::__construct(): Argument #7 ($renewFor) must be greater than 0 seconds
true: ValueError: RedisLock::__construct(): Argument #7 ($renewFor) must be greater than 0 seconds
false: ValueError: RedisLock::__construct(): Argument #7 ($renewFor) must be greater than 0 seconds
true: ValueError: RedisLock::__construct(): Argument #7 ($renewFor) must be greater than 0 seconds
false: ValueError: RedisLock::__construct(): Argument #7 ($renewFor) must be greater than 0 seconds
true: ValueError: RedisLock::__construct(): Argument #7 ($renewFor) must be greater than 0 seconds
false: ValueError: RedisLock::__construct(): Argument #7 ($renewFor) must be greater than 0 seconds
true: ValueError: RedisLock::__construct(): Argument #7 ($renewFor) must be greater than 0 seconds
false: ValueError: RedisLock::__construct(): Argument #7 ($renewFor) must be greater than 0 seconds
true: ValueError: RedisLock::__construct(): Argument #7 ($renewFor) must be greater than 0 seconds
false: ValueError: RedisLock::__construct(): Argument #7 ($renewFor) must be greater than 0 seconds
true: ValueError: RedisLock::__construct(): Argument #7 ($renewFor) must be greater than 0 seconds
false: ValueError: RedisLock::__construct(): Argument #7 ($renewFor) must be greater than 0 seconds
true: ValueError: RedisLock::__construct(): Argument #7 ($renewFor) must be greater than 0 seconds
false: ValueError: RedisLock::__construct(): Argument #7 ($renewFor) must be greater than 0 seconds
nothing was thrown
nothing was thrown
nothing was thrown
nothing was thrown
nothing was thrown
int(0)
