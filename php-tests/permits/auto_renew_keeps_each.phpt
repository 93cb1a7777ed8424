--TEST--
autoRenew keeps each permit beyond its ttl, and an adopted one once it was confirmed
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';


$redis = RedisServer::start();
$make = fn (?string $token = null): RedisLock => new RedisLock(
    test_key(), 0.6 * STRETCH, $redis->address(), $token, autoRelease: false, autoRenew: true, permits: 3);
[$first, $second] = [$make(), $make()];
var_dump($first->acquire(), $second->acquire());
$token = $second->token();
unset($second);
$taker = $make($token);
var_dump($taker->isHeld());
usleep((int) (1_500_000 * STRETCH));
var_dump($first->isHeld(), $taker->isHeld(), $taker->release(), $first->release(), $first->forceRelease());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
