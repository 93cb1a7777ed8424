--TEST--
A forked child holds nothing of its parent's list, and its end releases none of the keys
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$keys = [test_key('a'), test_key('b')];
$list = new RedisLock($keys, 600, $redis->address());
$list->acquire() || exit(1);
$child = pcntl_fork();
if ($child === 0) {
    var_dump($list->isHeld(), $list->release(), $list->acquire());
    exit;
}
pcntl_waitpid($child, $status);
var_dump($list->isHeld(), $redis->call('EXISTS', ...$keys), $list->release());
--EXPECT--
bool(false)
bool(false)
bool(false)
bool(true)
int(2)
bool(true)
