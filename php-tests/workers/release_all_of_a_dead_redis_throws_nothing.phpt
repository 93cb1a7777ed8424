--TEST--
releaseAll() throws nothing when Redis is away: it names the keys, counts failures, and the releases are sent at the next contact
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$lock = new RedisLock('left', 600, $redis->address());
$lock->acquire() || exit(1);
$token = $lock->token();
$failed = RedisLock::stats()['failed'];
$redis->stop();
echo implode(' ', RedisLock::releaseAll()), "\n";
var_dump(RedisLock::stats()['failed'] - $failed, $lock->isHeld());

// A server that comes back with what it had; ours starts empty.
$redis->restart();
$redis->call('SET', 'left', $token, 'EX', '600');
var_dump((new RedisLock('another', 600, $redis->address()))->acquire(), $redis->call('EXISTS', 'left'));
--EXPECT--
left
int(1)
bool(false)
bool(true)
int(0)
