--TEST--
ensureHeld() of a list that lost one key names the holder that has that key now, and not what is left of the list itself
--EXTENSIONS--
redislock
--INI--
redislock.label=web1
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$list = new RedisLock(['a', 'b', 'c'], 600, $redis->address());
var_dump($list->acquire());
$redis->call('DEL', 'b');
ini_set('redislock.label', 'web2');
$thief = new RedisLock('b', 600, $redis->address());
var_dump($thief->acquire());
echo throws(fn () => $list->ensureHeld()), "\n";
var_dump($list->release(), $redis->call('DBSIZE'));
?>
--EXPECT--
bool(true)
bool(true)
RedisLockLostException: lock "a" and 2 more was lost: its ttl ran out or it was removed, and "web2" holds it now; stop the guarded work
bool(false)
int(1)
