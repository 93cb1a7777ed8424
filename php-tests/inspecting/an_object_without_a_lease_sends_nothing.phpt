--TEST--
An object that never acquired, or has released, sends nothing: release, extend and isHeld are false, remaining() is 0.0
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
$answers = function () use ($redis, $lock): void {
    $commands = $redis->monitor();
    echo json_encode([$lock->release(), $lock->extend(), $lock->isHeld(), $lock->remaining()]), ', ';
    echo count($commands()), ' questions, ', throws(fn () => $lock->ensureHeld()), "\n";
};
$answers();
$lock->acquire() || exit(1);
$lock->release();
$answers();
$redis->call('SET', test_key(), 'another');
$lock->acquire() && exit(1);
$answers();
--EXPECTF--
[false,false,false,0], 0 questions, RedisLockLostException: lock "an_object_without_a_lease_sends_nothing-%d" is not held by this object: acquire() it first
[false,false,false,0], 0 questions, RedisLockLostException: lock "an_object_without_a_lease_sends_nothing-%d" is not held by this object: acquire() it first
[false,false,false,0], 0 questions, RedisLockLostException: lock "an_object_without_a_lease_sends_nothing-%d" is not held by this object: acquire() it first
