--TEST--
run() on the object whose run() is running is a LogicException, and the outer one goes on
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();
$lock = new RedisLock($key, 600, $redis->address());

echo $lock->run(function (RedisLock $lock) use ($key): string {
    echo str_replace($key, 'KEY', throws(fn () => $lock->run(fn () => print("called\n")))), "\n";
    echo str_replace($key, 'KEY', throws(fn () => $lock->acquire())), "\n";
    var_dump($lock->isHeld());

    return 'the outer result';
}), "\n";
var_dump($redis->call('EXISTS', $key));

var_dump($lock->acquire());
echo strtok(throws(fn () => $lock->run(fn () => print("called\n"))), ':'), "\n";
var_dump($lock->isHeld());
--EXPECT--
LogicException: could not acquire lock "KEY": this object holds it already; work under it, then release() it
LogicException: could not acquire lock "KEY": this object holds it already; work under it, then release() it
bool(true)
the outer result
int(0)
bool(true)
LogicException
bool(true)
