--TEST--
A given token is used as it is, for every lease of the object
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address(), 'the token');
for ($lease = 0; $lease < 3; $lease++) {
    var_dump($lock->token(), $lock->acquire(), $redis->call('GET', test_key()), $lock->release());
}
var_dump($lock->token());
--EXPECT--
string(9) "the token"
bool(true)
string(9) "the token"
bool(true)
string(9) "the token"
bool(true)
string(9) "the token"
bool(true)
string(9) "the token"
bool(true)
string(9) "the token"
bool(true)
string(9) "the token"
