--TEST--
The trap as documented: a lock that no variable keeps is released before the work begins
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();

if ((new RedisLock($key, 600, $redis->address()))->acquire()) {
    echo 'locks held during the work: ', $redis->call('EXISTS', $key), "\n";
}

$lock = new RedisLock($key, 600, $redis->address());
if ($lock->acquire()) {
    echo 'with a variable: ', $redis->call('EXISTS', $key), "\n";
}
--EXPECT--
locks held during the work: 0
with a variable: 1
