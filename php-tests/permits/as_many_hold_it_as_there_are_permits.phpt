--TEST--
Of a key with three permits three objects hold one each, a plain lock of the key is refused, and each is released alone
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$make = fn (int $permits): RedisLock => new RedisLock(test_key(), 10, $redis->address(), permits: $permits);
$locks = [$make(3), $make(3), $make(3), $make(3)];
foreach ($locks as $lock) {
    var_dump($lock->acquire());
}
var_dump($make(1)->acquire(), $locks[3]->isLocked(), $locks[3]->holder() === $locks[0]->token());
var_dump($locks[1]->holder() === $locks[1]->token(), $locks[1]->extend(), $locks[1]->isHeld(), $locks[1]->release());
var_dump($locks[3]->isLocked(), $locks[3]->acquire(), $locks[3]->key() === test_key(), $locks[3]->keys() === [test_key()]);
var_dump($locks[0]->forceRelease(), $locks[2]->isHeld(), $locks[3]->release(), $locks[0]->forceRelease());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
