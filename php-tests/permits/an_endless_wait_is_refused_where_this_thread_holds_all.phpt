--TEST--
A wait of INF is refused only where this thread holds every permit
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$make = fn (): RedisLock => new RedisLock('k', 10, $redis->address(), permits: 2);
$locks = [$make(), $make(), $make()];
var_dump($locks[0]->acquire(INF), $locks[1]->acquire(INF));
echo throws(fn () => $locks[2]->acquire(INF)), "\n";
var_dump($locks[2]->acquire(0.1), $locks[0]->release(), $locks[2]->acquire(INF));
--EXPECT--
bool(true)
bool(true)
LogicException: could not acquire lock "k": another object of this thread holds it, so a wait of INF would never end; release it first
bool(false)
bool(true)
bool(true)
