--TEST--
RedisLock::releaseAll() in a child releases what it took itself, on new objects and on inherited ones whose leases had the same numbers
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/child.inc';
$redis = RedisServer::start();
$inherited = new RedisLock(test_key('-inherited'), 600, $redis->address());
var_dump($inherited->acquire(), $inherited->release());

echo in_child(function () use ($redis, $inherited): void {
    // The first lease of this process, as that of $inherited was in its own.
    $new = new RedisLock(test_key('-new'), 600, $redis->address());
    var_dump($new->acquire(), $inherited->acquire());
    var_dump(RedisLock::releaseAll() === [test_key('-new'), test_key('-inherited')], $redis->call('DBSIZE'));
}), "\n";
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(0)
exit code 0
