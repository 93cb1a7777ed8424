--TEST--
run() on a key that another holds throws RedisLockNotAcquiredException and does not call the callback
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();
$redis->call('SET', $key, 'of-another', 'EX', '600');

$lock = new RedisLock($key, 600, $redis->address());
$thrown = throws(fn () => $lock->run(fn () => print("called\n")));
echo str_replace($key, 'KEY', $thrown), "\n";
var_dump($redis->call('GET', $key));
--EXPECT--
RedisLockNotAcquiredException: could not acquire lock "KEY": it is held by another; the callback was not called
string(10) "of-another"
