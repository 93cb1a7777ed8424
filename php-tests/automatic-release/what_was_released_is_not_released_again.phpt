--TEST--
A lock that was released by hand, or is known to be lost, sends nothing when it goes
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();

$released = new RedisLock($key, 600, $redis->address());
var_dump($released->acquire(), $released->release());
$lost = new RedisLock($key, 600, $redis->address());
var_dump($lost->acquire());
$redis->call('SET', $key, 'of-another', 'EX', '600');
var_dump($lost->extend());

$seen = $redis->monitor();
unset($released, $lost);
var_dump($seen(), $redis->call('GET', $key));
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(false)
array(0) {
}
string(10) "of-another"
