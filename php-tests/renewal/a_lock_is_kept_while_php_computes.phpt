--TEST--
A lock with autoRenew outlives several ttls while PHP computes without a pause
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$lock = new RedisLock(test_key(), 0.5, $redis->address(), autoRenew: true);
var_dump($lock->acquire());
$end = hrtime(true) + 1_800_000_000;
for ($rounds = 0; hrtime(true) < $end; $rounds++) {
    md5((string) $rounds);
}
var_dump($redis->call('GET', test_key()) === $lock->token(), $lock->remaining() > 0, RedisLock::stats()['lost']);
--EXPECT--
bool(true)
bool(true)
bool(true)
int(0)
