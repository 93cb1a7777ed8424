--TEST--
An acquire of a child that got no reply is neither recovered nor undone by a given token that its parent has too
--EXTENSIONS--
pcntl
posix
--INI--
redislock.io_timeout=0.2
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$server = RedisServer::start();
$lock = new RedisLock(test_key(), 60, $server->address(), token: 'order-token');
var_dump($lock->acquire());
$child = pcntl_fork();
if ($child === 0) {
    $server->suspend();
    echo strtok(throws(fn () => $lock->acquire()), ':'), "\n";
    $server->resume();
    // The first contact works off what is to be undone; here that is nothing.
    var_dump($lock->isLocked());
    posix_kill(getmypid(), SIGKILL);
}
pcntl_waitpid($child, $status);
var_dump($lock->isHeld(), $lock->release());
--EXPECT--
bool(true)
RedisLockConnectionException
bool(true)
bool(true)
bool(true)
