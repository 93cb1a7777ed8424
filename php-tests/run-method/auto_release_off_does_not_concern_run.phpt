--TEST--
run() releases the lock with autoRelease: false too, whether the callback returns or throws
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();
$lock = new RedisLock($key, 600, $redis->address(), autoRelease: false);

var_dump($lock->run(fn (RedisLock $lock): bool => $lock->isHeld()), $redis->call('EXISTS', $key));
echo throws(fn () => $lock->run(fn () => throw new DomainException('the work failed'))), "\n";
var_dump($redis->call('EXISTS', $key));
--EXPECT--
bool(true)
int(0)
DomainException: the work failed
int(0)
