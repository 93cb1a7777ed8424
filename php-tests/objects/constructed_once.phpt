--TEST--
A second __construct() is a LogicException, inside run() too, and the lock stays what it was
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
$again = fn () => $lock->__construct('other', 5, 'redis://127.0.0.1:1');
echo throws($again), "\n";
var_dump($lock->acquire());
echo throws($again), "\n";
var_dump($lock->isHeld(), $lock->release());
$lock->run(function (RedisLock $lock) use ($again): void {
    echo throws($again), "\n";
    var_dump($lock->isHeld());
});
var_dump($lock->key() === test_key(), $redis->call('DBSIZE'));
--EXPECT--
LogicException: RedisLock::__construct() was called already for this object
bool(true)
LogicException: RedisLock::__construct() was called already for this object
bool(true)
bool(true)
LogicException: RedisLock::__construct() was called already for this object
bool(true)
bool(true)
int(0)
