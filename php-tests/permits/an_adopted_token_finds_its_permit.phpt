--TEST--
A token that is handed over finds its permit, with the number of permits, and without it is not ours
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$make = fn (int $permits, ?string $token = null): RedisLock
    => new RedisLock(test_key(), 10, $redis->address(), $token, autoRelease: false, permits: $permits);
[$first, $giver] = [$make(3), $make(3)];
var_dump($first->acquire(), $giver->acquire());
$taker = $make(3, $giver->token());
var_dump($taker->acquire(), $taker->isHeld(), $taker->extend(), $taker->remaining() > 8);
$without = $make(1, $giver->token());
var_dump($without->isHeld(), $without->release());
var_dump($taker->release(), $giver->isHeld(), $first->isHeld());
--EXPECT--
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
bool(false)
bool(true)
