--TEST--
Operators see a marker as done until it ends, without its text, and events() records it
--INI--
redislock.events=10
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
$lock->run(fn () => 1, doneFor: 60);
try {
    $lock->run(fn () => 1, doneFor: 60);
} catch (RedisLockDoneException) {
}
$told = RedisLock::describe(test_key(), $redis->address());
var_dump($told['done'], $told['resting'], $told['token'], ceil($told['remaining']), count(RedisLock::locks('*', $redis->address())));
foreach (RedisLock::events() as $event) {
    echo $event['event'], ' ', $event['outcome'], "\n";
}
--EXPECT--
bool(true)
bool(false)
NULL
float(60)
int(1)
acquired free
released done
refused done
