--TEST--
run() holds the lock while the callback runs, and has released it when it returns
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();

$lock = new RedisLock($key, 600, $redis->address());
$lock->run(function () use ($redis, $key, $lock): void {
    var_dump($redis->call('GET', $key) === $lock->token(), $lock->isHeld());
});
var_dump($redis->call('EXISTS', $key), $lock->isHeld(), $lock->remaining());
$lock->run(fn () => print("and a second time\n"));
var_dump($redis->call('EXISTS', $key));
--EXPECT--
bool(true)
bool(true)
int(0)
bool(false)
float(0)
and a second time
int(0)
