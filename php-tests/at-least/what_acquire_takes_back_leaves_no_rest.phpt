--TEST--
What acquire() itself takes back leaves no rest: the lease that has ended ahead of the next one
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 0.3, $redis->address(), atLeast: 0.3);
var_dump($lock->acquire());
$token = $redis->call('GET', test_key());
eventually(PATIENCE, fn (): bool => $lock->remaining() === 0.0);
// As if its Redis had a slower clock.
$redis->call('SET', test_key(), $token);
var_dump($lock->acquire(), $redis->call('GET', test_key()) === $lock->token());
--EXPECT--
bool(true)
bool(true)
bool(true)
