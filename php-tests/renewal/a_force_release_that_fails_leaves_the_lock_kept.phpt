--TEST--
A forceRelease() that fails leaves the lock kept: the object still holds it
--EXTENSIONS--
redislock
--INI--
redislock.io_timeout=0.2
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$lock = new RedisLock(test_key(), 1.5, $redis->address(), autoRenew: true);
var_dump($lock->acquire(), renewed());
$redis->suspend();
echo strtok(throws(fn () => $lock->forceRelease()), ':'), "\n";
$redis->resume();
// It may have been run all the same, by a Redis that goes on after its time.
if ($redis->call('EXISTS', test_key()) === 1) {
    var_dump(renewed(3), $lock->isHeld(), state($lock));
} else {
    var_dump(true, !$lock->isHeld(), 'held');
}
?>
--EXPECT--
bool(true)
bool(true)
RedisLockConnectionException
bool(true)
bool(true)
string(4) "held"
