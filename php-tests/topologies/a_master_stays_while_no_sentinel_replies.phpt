--TEST--
While every sentinel is silent a connected worker goes on with its master, request after request
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$port = $redis->sentinel();
$lock = new RedisLock(test_key(), 30, "redis-sentinel://127.0.0.1:$port/my-master?io_timeout=0.2&connect_timeout=0.3");
var_dump($lock->acquire());
preg_match('/process_id:(\d+)/', (new RedisConnection($port))->ask('INFO', 'server'), $pid);
signal((int) $pid[1], 'STOP');
sleep(11);
for ($n = 0; $n < 3; $n++) {
    var_dump($lock->extend());
}
signal((int) $pid[1], 'CONT');
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
