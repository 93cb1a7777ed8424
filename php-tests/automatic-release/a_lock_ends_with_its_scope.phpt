--TEST--
A lock in a function's variable is released when the function returns
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();

function work(RedisServer $redis, string $key): string
{
    $lock = new RedisLock($key, 600, $redis->address());
    var_dump($lock->acquire(), $redis->call('EXISTS', $key));

    return 'worked';
}

var_dump(work($redis, $key));
var_dump($redis->call('EXISTS', $key));
--EXPECT--
bool(true)
int(1)
string(6) "worked"
int(0)
