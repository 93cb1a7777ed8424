--TEST--
A wait of INF for a list is refused where this thread holds one of its keys, and the other way round
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$make = fn (string|array $key): RedisLock => new RedisLock($key, 10, $redis->address());
[$list, $single] = [$make(['a', 'b']), $make('b')];
$single->acquire() || exit(1);
echo throws(fn () => $list->acquire(INF)), "\n";
$single->release();
var_dump($list->acquire(INF));
echo throws(fn () => $single->acquire(INF)), "\n";
var_dump($single->acquire(0.1));
--EXPECT--
LogicException: could not acquire lock "a" and 1 more: another object of this thread holds it, so a wait of INF would never end; release it first
bool(true)
LogicException: could not acquire lock "b": another object of this thread holds it, so a wait of INF would never end; release it first
bool(false)
