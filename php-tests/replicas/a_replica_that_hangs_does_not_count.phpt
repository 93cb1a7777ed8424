--TEST--
A replica that hangs confirms nothing: the lock is released within io_timeout, and taken again once it is awake
--FILE--
<?php
require __DIR__ . '/replica.inc';
$master = master();
$replica = replica_of($master);

$lock = new RedisLock(test_key(), 10, $master->address(), replicas: 1);
var_dump($lock->acquire(), $lock->release());
$replica->suspend();
$start = hrtime(true);
$said = throws(fn () => $lock->acquire());
$seconds = (hrtime(true) - $start) / 1e9;
preg_match('/\d of \d replicas/', $said, $numbers);
echo strtok($said, ':'), ', ', $numbers[0], ', ', $seconds < 1.5 ? 'in time' : "after $seconds s", "\n";
var_dump($master->call('EXISTS', test_key()));
$replica->resume();
var_dump(eventually(PATIENCE, fn (): bool => throws(fn () => $lock->acquire()) === 'nothing was thrown'), $lock->release());
--EXPECT--
bool(true)
bool(true)
RedisLockServerException, 0 of 1 replicas, in time
int(0)
bool(true)
bool(true)
