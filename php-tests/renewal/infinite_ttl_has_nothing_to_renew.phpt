--TEST--
autoRenew with a ttl of INF is a ValueError, given or by the setting, and nothing is sent to Redis
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

echo throws(fn () => (new RedisLock(test_key(), INF, $redis->address(), autoRenew: true))->acquire()), "\n";
ini_set('redislock.ttl', 'INF');
echo throws(fn () => (new RedisLock(test_key(), null, $redis->address(), autoRenew: true))->acquire()), "\n";
var_dump(count($redis->clients()));
// Once it is held, INF by hand is a way to end renewal: there is nothing left to do.
$lock = new RedisLock(test_key(), 0.3, $redis->address(), autoRenew: true);
var_dump($lock->acquire(), $lock->extend(INF), renewed(2), $lock->remaining(), $redis->call('PTTL', test_key()));
--EXPECT--
ValueError: RedisLock::__construct(): Argument #6 ($autoRenew) must be false with a ttl of INF: there is nothing to renew
ValueError: RedisLock::__construct(): Argument #6 ($autoRenew) must be false with a ttl of INF: there is nothing to renew
int(0)
bool(true)
bool(true)
bool(true)
float(INF)
int(-1)
