--TEST--
A restart of a Redis without persistence loses the lock, and the thread finds out long before the ttl ends
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$lock = new RedisLock(test_key(), 3, $redis->address(), autoRenew: true);
var_dump($lock->acquire());
$redis->restart();
// Asked at 1 s, a third of the ttl.
var_dump(eventually(2, fn (): bool => $lock->remaining() === 0.0), state($lock), RedisLock::stats()['lost']);
--EXPECT--
bool(true)
bool(true)
string(4) "lost"
int(1)
