--TEST--
Scripts that were flushed from Redis between two calls are sent again, and no method sees an error
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/methods.inc';

$redis = RedisServer::start();
$held = new RedisLock(test_key(), 10, $redis->address());
$other = new RedisLock(test_key(), 10, $redis->address());
$held->acquire() || exit(1);
for ($round = 0; $round < 2; $round++) {
    foreach (['isHeld', 'extend', 'ensureHeld', 'isLocked', 'holder', 'release', 'forceRelease', 'acquire'] as $method) {
        $redis->call('SCRIPT', 'FLUSH');
        echo str_replace($held->token(), 'TOKEN', answer(fn () => $held->$method())), ' ';
    }
    $redis->call('SCRIPT', 'FLUSH');
    echo "\n";
}
$redis->call('SCRIPT', 'FLUSH');
unset($held);
var_dump(RedisLock::stats()['failed'], $redis->call('DBSIZE'));
--EXPECT--
true true null true "TOKEN" true false true 
true true null true "TOKEN" true false true 
int(0)
int(0)
