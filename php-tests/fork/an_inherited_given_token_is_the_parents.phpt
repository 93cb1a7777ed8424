--TEST--
An inherited object sends nothing in a forked child even when its token was given to it
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/child.inc';
$redis = RedisServer::start();
$redis->call('SET', test_key('-adopted'), 'given', 'EX', '600');
$adopted = new RedisLock(test_key('-adopted'), 600, $redis->address(), token: 'given');
$taken = new RedisLock(test_key('-taken'), 600, $redis->address(), token: 'given');
var_dump($adopted->isHeld(), $taken->acquire());

$seen = $redis->monitor();
echo in_child(function () use ($adopted, $taken): void {
    foreach ([$adopted, $taken] as $lock) {
        var_dump($lock->release(), $lock->extend(), $lock->isHeld(), $lock->remaining());
    }
}), "\n";
var_dump($seen(), $adopted->isHeld(), $taken->isHeld());
--EXPECT--
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
float(0)
bool(false)
bool(false)
bool(false)
float(0)
exit code 0
array(0) {
}
bool(true)
bool(true)
