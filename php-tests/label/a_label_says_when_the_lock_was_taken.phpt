--TEST--
%t in redislock.label is the time of the attempt that took the lock, not of an earlier one that was refused
--INI--
redislock.label=job %t
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$time = fn (RedisLock $lock): string => preg_replace('/^rl_[0-9a-f]{32}@job (\d{8}T\d{6}Z)$/', '$1', $lock->token());
$now = fn (): string => gmdate('Ymd\THis\Z');
$nextSecond = fn (string $since): bool => eventually(PATIENCE, fn (): bool => $now() > $since);

$lock = new RedisLock(test_key(), 10, $redis->address());
$other = new RedisLock(test_key(), 10, $redis->address());
$other->acquire() || exit(1);
var_dump($lock->acquire());
$refused = $now();
var_dump($nextSecond($refused));
$other->release();
var_dump($lock->acquire(), $time($lock) > $refused, $time($lock) <= $now());
var_dump($lock->token() === $redis->call('GET', test_key()));
$lock = null;

// A waiter tries more than once: its token is that of the last attempt.
$redis->call('SET', test_key(), 'x', 'PX', '1500');
$waiter = new RedisLock(test_key(), 10, $redis->address());
$begin = $now();
var_dump($waiter->acquire(5), $time($waiter) > $begin, $time($waiter) <= $now());
--EXPECT--
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
