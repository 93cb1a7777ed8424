--TEST--
release(doneFor:) and run(doneFor:) leave a lock alone that another has by now: its work has just begun
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
$take = fn () => $redis->call('SET', test_key(), 'another', 'EX', 600);
var_dump($lock->acquire());
$take();
var_dump($lock->release(doneFor: 60), $redis->call('GET', test_key()), $lock->isDone());
$redis->call('DEL', test_key());
echo strstr(throws(fn () => $lock->run($take, doneFor: 60)), ':', true), "\n";
var_dump($redis->call('GET', test_key()), $redis->call('TTL', test_key()) > 500);
--EXPECT--
bool(true)
bool(false)
string(7) "another"
bool(false)
RedisLockLostException
string(7) "another"
bool(true)
