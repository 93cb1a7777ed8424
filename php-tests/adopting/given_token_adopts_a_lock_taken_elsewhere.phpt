--TEST--
An object with the token of a lock that another took can inspect, extend and release it without acquire()
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$taker = new RedisLock(test_key(), 10, $redis->address());
$adopt = fn (string $token): RedisLock => new RedisLock(test_key(), 60, $redis->address(), $token);
$taker->acquire() || exit(1);
$stranger = $adopt('some other token');
var_dump($stranger->isHeld(), $stranger->extend(), $stranger->release());
$lock = $adopt($taker->token());
echo throws(fn () => $lock->ensureHeld()), ': ';
var_dump($lock->isHeld(), $lock->extend(), $redis->call('TTL', test_key()) > 50, $lock->remaining() > 50);
unset($lock);
var_dump('the end of an adopting object is not its end', $taker->isHeld());
var_dump($adopt($taker->token())->release(), $redis->call('DBSIZE'), $taker->release());
--EXPECT--
bool(false)
bool(false)
bool(false)
nothing was thrown: bool(true)
bool(true)
bool(true)
bool(true)
string(44) "the end of an adopting object is not its end"
bool(true)
bool(true)
int(0)
bool(false)
