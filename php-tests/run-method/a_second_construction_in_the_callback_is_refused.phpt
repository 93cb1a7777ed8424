--TEST--
__construct() called again within the callback is a LogicException and changes nothing
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();

$lock = new RedisLock($key, 600, $redis->address());
$result = $lock->run(function (RedisLock $lock) use ($redis, $key): string {
    echo throws(fn () => $lock->__construct('another-key', 1, 'redis://127.0.0.1:1')), "\n";
    var_dump($lock->key() === $key, $lock->isHeld());

    return 'worked';
});
var_dump($result, $redis->call('DBSIZE'));
--EXPECT--
LogicException: RedisLock::__construct() was called already for this object
bool(true)
bool(true)
string(6) "worked"
int(0)
