--TEST--
A handler takes the lock that is waited for with INF, by another object: the wait is a LogicException, for it would never end
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/sender.inc';

$redis = RedisServer::start();
$holder = holder($redis, test_key());
$other = new RedisLock(test_key(), 600, $redis->address());
$lock = new RedisLock(test_key(), 600, $redis->address());
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use ($holder, $other): void {
    $holder->say();
    var_dump($other->acquire(20));
});
$sender = new Sender(fn () => until_blocked($redis));
echo str_replace(test_key(), 'KEY', throws(fn () => $lock->acquire(INF))), "\n";
var_dump($other->isHeld(), $other->release(), $lock->acquire(INF));
--EXPECT--
bool(true)
LogicException: could not acquire lock "KEY": another object of this thread holds it, so a wait of INF would never end; release it first
bool(true)
bool(true)
bool(true)
