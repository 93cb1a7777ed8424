--TEST--
extend() lets the lock live at least so long from now and never shortens it, here and in Redis
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 100, $redis->address());
$lock->acquire() || exit(1);
$lives = function (int $seconds) use ($redis, $lock): void {
    $there = $redis->call('PTTL', test_key()) / 1000;
    $here = $lock->remaining();
    var_dump($there > $seconds - 20 && $there <= $seconds, $here > $seconds - 22 && $here < $seconds);
};
$lock->extend(5);
$lives(100);
$lock->extend(200);
$lives(200);
$lock->extend();
$lives(200);
// Cut by hand: the ttl of the constructor counts from now again.
$redis->call('EXPIRE', test_key(), '10');
$lock->extend();
var_dump($redis->call('TTL', test_key()) > 80);
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
