--TEST--
With autoRelease: false the object's end leaves the lock to its ttl and ends its renewal
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$lock = new RedisLock(test_key(), 0.6, $redis->address(), autoRelease: false, autoRenew: true);
var_dump($lock->acquire(), renewed());
unset($lock);
$left = $redis->call('PTTL', test_key());
var_dump($left > 0);
var_dump(eventually(0.6 + 0.3, fn (): bool => $redis->call('EXISTS', test_key()) === 0), RedisLock::stats()['lost']);

$result = $redis->php('$lock = new RedisLock("key", 0.6, autoRelease: false, autoRenew: true); var_dump($lock->acquire());');
var_dump($result->out, $result->code, $redis->call('EXISTS', 'key'));
var_dump(eventually(0.6 + 0.3, fn (): bool => $redis->call('EXISTS', 'key') === 0));
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
int(0)
string(11) "bool(true)
"
int(0)
int(1)
bool(true)
