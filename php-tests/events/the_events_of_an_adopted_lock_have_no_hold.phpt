--TEST--
A lock that was adopted by its token has events of its release and its loss, without a hold, and none of its object's end
--INI--
redislock.events=100
--FILE--
<?php
require __DIR__ . '/told.inc';

$redis = RedisServer::start();
$adopted = function () use ($redis): RedisLock {
    $lock = new RedisLock(test_key(), 10, $redis->address(), autoRelease: false);
    $lock->acquire() || exit(1);

    return new RedisLock(test_key(), 10, $redis->address(), token: $lock->token());
};
$released = $adopted();
RedisLock::events();
var_dump($released->isHeld(), $released->release(), $released->release());
told('held');
$lost = $adopted();
RedisLock::events();
$lost->isHeld();
$redis->call('DEL', test_key());
var_dump($lost->extend());
told('held');
$left = $adopted();
RedisLock::events();
$left->isHeld();
unset($left);
told('held');
echo RedisLock::stats()['holds']['count'], " holds\n";
--EXPECT--
bool(true)
bool(true)
bool(false)
released: release, held null
bool(false)
lost: token_gone, held null
3 holds
