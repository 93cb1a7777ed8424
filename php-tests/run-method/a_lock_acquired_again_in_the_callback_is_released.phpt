--TEST--
A callback that releases the lock and acquires it again ends with the second lease released
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();
$lock = new RedisLock($key, 600, $redis->address());

var_dump($lock->run(function (RedisLock $lock) use ($redis, $key): string {
    $first = $lock->token();
    var_dump($lock->release(), $lock->acquire());
    var_dump($lock->token() !== $first, $redis->call('GET', $key) === $lock->token());

    return 'worked';
}));
var_dump($redis->call('EXISTS', $key));
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
string(6) "worked"
int(0)
