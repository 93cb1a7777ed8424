--TEST--
A callback that releases the lock itself has lost nothing: run() returns its result and sends no more
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();
$lock = new RedisLock($key, 600, $redis->address());

var_dump($lock->run(function (RedisLock $lock) use ($redis, $key): string {
    var_dump($lock->release());
    $redis->call('SET', $key, 'of-another', 'EX', '600');

    return 'worked';
}));
var_dump($redis->call('GET', $key));
--EXPECT--
bool(true)
string(6) "worked"
string(10) "of-another"
