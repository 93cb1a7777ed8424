--TEST--
run() with something that cannot be called is a TypeError before anything is sent
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 600, $redis->address());

$seen = $redis->monitor();
foreach (['no_such_function', [$lock, 'noSuchMethod'], null, 1] as $callback) {
    echo strtok(throws(fn () => $lock->run($callback)), ','), "\n";
}
var_dump($seen());
--EXPECT--
TypeError: RedisLock::run(): Argument #1 ($critical) must be a valid callback
TypeError: RedisLock::run(): Argument #1 ($critical) must be a valid callback
TypeError: RedisLock::run(): Argument #1 ($critical) must be a valid callback
TypeError: RedisLock::run(): Argument #1 ($critical) must be a valid callback
array(0) {
}
