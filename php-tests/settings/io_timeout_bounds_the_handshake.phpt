--TEST--
A server that does not reply to AUTH is given one io_timeout, and the message says so without the password
--INI--
redislock.io_timeout=0.2
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';

$lock = new RedisLock('key', 10, 'redis://bob:s3cret@127.0.0.1:' . silent_port() . '/2');
$begin = hrtime(true);
echo throws(fn () => $lock->acquire()), "\n";
$seconds = (hrtime(true) - $begin) / 1e9;
var_dump($seconds >= 0.2 && $seconds < 2 ? 'in time' : $seconds);
--EXPECTF--
RedisLockConnectionException: could not acquire lock "key": 127.0.0.1:%d: no reply within 0.2 s (io_timeout); do not start the guarded work
string(7) "in time"
