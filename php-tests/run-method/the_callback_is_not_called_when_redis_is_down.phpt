--TEST--
run() without a Redis throws RedisLockConnectionException and does not call the callback
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$lock = new RedisLock(test_key(), 600, 'redis://127.0.0.1:' . free_port());
echo strtok(throws(fn () => $lock->run(fn () => print("called\n"))), ':'), "\n";
--EXPECT--
RedisLockConnectionException
