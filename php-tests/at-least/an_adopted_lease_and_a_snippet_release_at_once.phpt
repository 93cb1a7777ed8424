--TEST--
An adopted lease and a release by the token alone delete at once, as documented
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$giver = new RedisLock(test_key(), 600, $redis->address(), autoRelease: false, atLeast: 600);
$taker = fn (): RedisLock => new RedisLock(test_key(), 600, $redis->address(), $giver->token(), atLeast: 600);
var_dump($giver->acquire(), $taker()->release(), $redis->call('EXISTS', test_key()));
var_dump($giver->isHeld(), $giver->acquire(), $taker()->isHeld());
$adopted = $taker();
var_dump($adopted->extend(), $adopted->release(), $redis->call('EXISTS', test_key()));
--EXPECT--
bool(true)
bool(true)
int(0)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
int(0)
