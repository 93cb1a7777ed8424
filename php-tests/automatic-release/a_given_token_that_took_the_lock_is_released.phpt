--TEST--
An object with a given token that took the lock itself releases it when it goes
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();

$lock = new RedisLock($key, 600, $redis->address(), token: 'chosen');
var_dump($lock->acquire(), $redis->call('GET', $key));
unset($lock);
var_dump($redis->call('EXISTS', $key));

echo "after an end by hand the token belongs to whoever takes it next:\n";
$lock = new RedisLock($key, 600, $redis->address(), token: 'chosen');
var_dump($lock->acquire(), $lock->release());
$redis->call('SET', $key, 'chosen', 'EX', '600');
unset($lock);
var_dump($redis->call('GET', $key));
--EXPECT--
bool(true)
string(6) "chosen"
int(0)
after an end by hand the token belongs to whoever takes it next:
bool(true)
bool(true)
string(6) "chosen"
