--TEST--
What a forked child takes itself is released at its end, and the parent's lock is not
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/child.inc';
$redis = RedisServer::start();

final class Work
{
    public static RedisLock $lock;
}
$parents = new RedisLock(test_key('-parent'), 600, $redis->address());
var_dump($parents->acquire());
echo in_child(function () use ($redis): void {
    Work::$lock = new RedisLock(test_key('-child'), 600, $redis->address());
    var_dump(Work::$lock->acquire(), $redis->call('DBSIZE'));
}), "\n";
var_dump($redis->call('KEYS', '*') === [test_key('-parent')], $parents->isHeld());
--EXPECT--
bool(true)
bool(true)
int(2)
exit code 0
bool(true)
bool(true)
