--TEST--
A lease that was lost leaves no rest, by whatever token it is released later, and no event says so
--INI--
redislock.events=10
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 60, $redis->address(), token: 'handed-over', atLeast: 30);
$lock->acquire() || exit(1);
$redis->call('DEL', test_key());
var_dump($lock->isHeld());
// Another object has taken it with the same token.
$redis->call('SET', test_key(), 'handed-over');
var_dump($lock->release(), $redis->call('EXISTS', test_key()));
foreach (RedisLock::events() as $event) {
    echo $event['event'], ' ', $event['outcome'], "\n";
}
--EXPECT--
bool(false)
bool(true)
int(0)
acquired free
lost token_gone
released release
