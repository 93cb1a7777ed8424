--TEST--
With replicas: 1 acquire() is true, with and without a wait and a fence, and the replica has the lock by then
--INI--
redislock.io_timeout=20
--FILE--
<?php
require __DIR__ . '/replica.inc';
$master = master();
$replica = replica_of($master);

foreach ([[0, false], [0.5, false], [0, true]] as [$wait, $fence]) {
    $lock = new RedisLock(test_key(), 10, $master->address(), fence: $fence, replicas: 1);
    var_dump($lock->acquire($wait), $replica->call('GET', test_key()) === $lock->token(), $lock->remaining() > 5);
    $another = new RedisLock(test_key(), 10, $master->address(), replicas: 1);
    var_dump($another->acquire(), $lock->release(), RedisLock::stats()['failed']);
}
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
int(0)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
int(0)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
int(0)
