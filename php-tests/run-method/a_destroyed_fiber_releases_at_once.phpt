--TEST--
run() in a Fiber that is destroyed releases the lock at once
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();

$lock = new RedisLock($key, 600, $redis->address());
$fiber = new Fiber(fn () => $lock->run(function (): void {
    Fiber::suspend();
    echo "never reached\n";
}));
$fiber->start();
var_dump($lock->isHeld());
unset($fiber);
var_dump($lock->isHeld(), $redis->call('EXISTS', $key));
--EXPECT--
bool(true)
bool(false)
int(0)
