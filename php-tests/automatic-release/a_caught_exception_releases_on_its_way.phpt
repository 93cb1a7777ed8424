--TEST--
A lock is free already where an exception that left its scope is caught
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();

function work(RedisServer $redis, string $key): never
{
    $lock = new RedisLock($key, 600, $redis->address());
    var_dump($lock->acquire(), $redis->call('EXISTS', $key));
    throw new DomainException('the work failed');
}

try {
    work($redis, $key);
} catch (DomainException $exception) {
    var_dump($redis->call('EXISTS', $key), $exception->getMessage());
}
--EXPECT--
bool(true)
int(1)
int(0)
string(15) "the work failed"
