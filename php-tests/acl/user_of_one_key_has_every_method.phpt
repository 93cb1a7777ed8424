--TEST--
For a user of exactly the key every method works as for any other
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/users.inc';

$redis = RedisServer::start();
$address = address_of_user($redis, 'bob', '~my:lock ' . LOCK_COMMANDS);
$lock = new RedisLock('my:lock', 10, $address);
$other = new RedisLock('my:lock', 10, $address);
var_dump($lock->run(fn (RedisLock $lock): string => $lock->isHeld() ? 'held' : 'not held'));
var_dump($lock->acquire(), $other->acquire(), $lock->extend(60), $lock->remaining() > 58);
$lock->ensureHeld();
var_dump($other->isLocked(), $other->holder() === $lock->token(), $other->isHeld(), $other->release());
unset($lock);
var_dump($other->isLocked());
?>
--EXPECT--
string(4) "held"
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
