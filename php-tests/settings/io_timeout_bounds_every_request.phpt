--TEST--
A server that never replies delays a request no longer than the timeouts allow
--INI--
redislock.io_timeout=0.2
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';

$server = 'redis://127.0.0.1:' . silent_port();
$lock = new RedisLock('key', 10, $server, 'token');
foreach (['acquire', 'isHeld', 'isLocked', 'holder', 'ensureHeld', 'extend', 'release', 'forceRelease'] as $method) {
    $begin = hrtime(true);
    $thrown = throws(fn () => $lock->$method());
    $seconds = (hrtime(true) - $begin) / 1e9;
    // At most two questions of 0.2 s, and much time for a loaded machine.
    echo strtok($thrown, ':'), $seconds >= 0.2 && $seconds < 2 ? ' in time' : " after $seconds s", "\n";
}
--EXPECT--
RedisLockConnectionException in time
RedisLockConnectionException in time
RedisLockConnectionException in time
RedisLockConnectionException in time
RedisLockConnectionException in time
RedisLockConnectionException in time
RedisLockConnectionException in time
RedisLockConnectionException in time
