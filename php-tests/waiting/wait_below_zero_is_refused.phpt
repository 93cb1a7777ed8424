--TEST--
A wait below 0 or without a number is a ValueError that says limit and value, and nothing is sent to Redis
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
foreach ([-1, -0.001, -INF, NAN, '-1'] as $wait) {
    echo throws(fn () => $lock->acquire($wait)), "\n";
}
echo throws(fn () => $lock->run(fn () => print("called\n"), -1)), "\n";
var_dump(count($redis->clients()));
--EXPECT--
ValueError: RedisLock::acquire(): Argument #1 ($wait) must be at least 0 seconds, -1 given
ValueError: RedisLock::acquire(): Argument #1 ($wait) must be at least 0 seconds, -0.001 given
ValueError: RedisLock::acquire(): Argument #1 ($wait) must be at least 0 seconds, -INF given
ValueError: RedisLock::acquire(): Argument #1 ($wait) must be at least 0 seconds, NAN given
ValueError: RedisLock::acquire(): Argument #1 ($wait) must be at least 0 seconds, -1 given
ValueError: RedisLock::run(): Argument #2 ($wait) must be at least 0 seconds, -1 given
int(0)
