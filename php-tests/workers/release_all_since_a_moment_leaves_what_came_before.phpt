--TEST--
releaseAll() with a number of leases releases what was acquired after it, also by an object that had an earlier lease
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$lock = fn (string $key): RedisLock => new RedisLock($key, 600, $redis->address());
[$before, $again, $after] = [$lock('before'), $lock('again'), $lock('after')];
$before->acquire() && $again->acquire();
$since = RedisLock::stats()['acquired'];
echo implode(' ', RedisLock::releaseAll($since)) ?: 'nothing', "\n";
$after->acquire() && $again->release() && $again->acquire();
echo implode(' ', RedisLock::releaseAll($since)), "\n";
var_dump($before->isHeld());
// In a function that a callback of run() calls, run() still learns that its lock is not lost.
var_dump($after->run(fn (): array => RedisLock::releaseAll(since: $since)));
foreach ([-1, 'x', [], null, 1.5, PHP_INT_MAX] as $wrong) {
    try {
        var_dump(RedisLock::releaseAll($wrong));
    } catch (Error $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}
var_dump($before->isHeld());
--EXPECTF--
nothing
after again
bool(true)
array(1) {
  [0]=>
  string(5) "after"
}
ValueError: RedisLock::releaseAll(): Argument #1 ($since) must be at least 0 leases, -1 given
TypeError: RedisLock::releaseAll(): Argument #1 ($since) must be of type int, string given
TypeError: RedisLock::releaseAll(): Argument #1 ($since) must be of type int, array given

Deprecated: RedisLock::releaseAll(): Passing null to parameter #1 ($since) of type int is deprecated in %s on line %d
array(1) {
  [0]=>
  string(6) "before"
}

Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line %d
array(0) {
}
array(0) {
}
bool(false)
