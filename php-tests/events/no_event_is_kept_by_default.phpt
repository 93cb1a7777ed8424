--TEST--
By default no event is kept; a script cannot change that
--FILE--
<?php
require __DIR__ . '/told.inc';

$redis = RedisServer::start();
var_dump(ini_get('redislock.events'), ini_set('redislock.events', '10'));
(new RedisLock(test_key(), 10, $redis->address()))->run(fn () => null);
var_dump(RedisLock::events(), RedisLock::stats()['overwritten']);
--EXPECT--
string(1) "0"
bool(false)
array(0) {
}
int(0)
