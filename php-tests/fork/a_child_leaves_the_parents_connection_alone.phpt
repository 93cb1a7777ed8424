--TEST--
A forked child writes nothing to its parent's connection, takes one of its own, and the parent's works on
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/child.inc';
$redis = RedisServer::start();
$ids = fn (): array => array_column($redis->clients(), 'id');

$lock = new RedisLock(test_key(), 600, $redis->address());
var_dump($lock->acquire());
$before = $ids();
echo count($before), " connection\n";

echo in_child(function () use ($redis, $ids, $before): void {
    $own = new RedisLock(test_key('-own'), 600, $redis->address());
    var_dump($own->acquire());
    echo count($ids()), " connections, the parent's among them: ";
    var_dump(array_intersect($before, $ids()) === $before);
}), "\n";
// Redis notices the end of the child's connection when it reads next.
var_dump(eventually(5, fn (): bool => $ids() === $before));
var_dump($lock->extend(), $lock->isHeld(), $lock->release(), $ids() === $before);
var_dump(RedisLock::stats()['reconnected']);
--EXPECT--
bool(true)
1 connection
bool(true)
2 connections, the parent's among them: bool(true)
exit code 0
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(0)
