--TEST--
A forked child has none of its parent's events, and reports nothing of its parent's lease; both record their own from then on
--EXTENSIONS--
pcntl
--INI--
redislock.events=4
--FILE--
<?php
require __DIR__ . '/told.inc';
require __DIR__ . '/../fork/child.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 600, $redis->address());
$lock->acquire() || exit(1);
echo in_child(function () use ($redis, $lock): void {
    var_dump(RedisLock::events(), $lock->release());
    unset($lock);
    told();
    (new RedisLock('own', 10, $redis->address()))->run(fn () => null);
    (new RedisLock('own', 10, $redis->address()))->run(fn () => null);
    told('key');
    (new RedisLock('own', 10, $redis->address()))->run(fn () => array_map(fn () => (new RedisLock('x', 10, $redis->address()))->acquire(), range(1, 2)));
    echo RedisLock::stats()['overwritten'], " overwritten\n";
}), "\n";
$lock->release();
told('key');
echo RedisLock::stats()['overwritten'], " overwritten\n";
--EXPECTF--
array(0) {
}
bool(false)
acquired: free, key "own"
released: run, key "own"
acquired: free, key "own"
released: run, key "own"
2 overwritten
exit code 0
acquired: free, key "a_forked_child_starts_without_events-%d"
released: release, key "a_forked_child_starts_without_events-%d"
0 overwritten
