--TEST--
An object that was refused, or never tried, sends nothing when it goes
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();

$holder = new RedisLock($key, 600, $redis->address());
var_dump($holder->acquire());
$refused = new RedisLock($key, 600, $redis->address());
$silent = new RedisLock($key, 600, $redis->address());
var_dump($refused->acquire(), $silent->isLocked());

$seen = $redis->monitor();
unset($refused, $silent);
var_dump($seen(), $holder->isHeld());
--EXPECT--
bool(true)
bool(false)
bool(true)
array(0) {
}
bool(true)
