--TEST--
Too few, too many and unknown arguments are refused in PHP's own words
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';

$lock = new RedisLock('key');
$calls = [
    fn () => new RedisLock(),
    fn () => new RedisLock(ttl: 5),
    fn () => new RedisLock('key', 10, null, null, true, false, INF, false, 0, 1, 0, 1),
    fn () => new RedisLock('key', autoExtend: true),
    fn () => new RedisLock('key', key: 'other'),
    fn () => $lock->acquire(5, 6),
    fn () => $lock->acquire(timeout: 5),
    fn () => $lock->run(),
    fn () => $lock->run('strlen', 5, 6, null, 7),
    fn () => $lock->extend(1, 2),
    fn () => $lock->release(1, 2),
    fn () => $lock->isHeld(1),
    fn () => $lock->ensureHeld(1),
    fn () => $lock->remaining(1),
    fn () => $lock->isLocked(1),
    fn () => $lock->holder(1),
    fn () => $lock->forceRelease(1),
    fn () => $lock->key(1),
    fn () => $lock->token(1),
    fn () => RedisLock::stats(1),
    fn () => RedisLock::describe(),
    fn () => RedisLock::locks('*', null, false, 1, 2),
    fn () => RedisLock::scan('*', null, false, 1, 2, 3, 4),
    fn () => RedisLock::releaseAll(0, 1),
];
foreach ($calls as $call) {
    echo throws($call), "\n";
}
--EXPECT--
ArgumentCountError: RedisLock::__construct() expects at least 1 argument, 0 given
ArgumentCountError: RedisLock::__construct(): Argument #1 ($key) not passed
ArgumentCountError: RedisLock::__construct() expects at most 11 arguments, 12 given
Error: Unknown named parameter $autoExtend
Error: Named parameter $key overwrites previous argument
ArgumentCountError: RedisLock::acquire() expects at most 1 argument, 2 given
Error: Unknown named parameter $timeout
ArgumentCountError: RedisLock::run() expects at least 1 argument, 0 given
ArgumentCountError: RedisLock::run() expects at most 4 arguments, 5 given
ArgumentCountError: RedisLock::extend() expects at most 1 argument, 2 given
ArgumentCountError: RedisLock::release() expects at most 1 argument, 2 given
ArgumentCountError: RedisLock::isHeld() expects exactly 0 arguments, 1 given
ArgumentCountError: RedisLock::ensureHeld() expects exactly 0 arguments, 1 given
ArgumentCountError: RedisLock::remaining() expects exactly 0 arguments, 1 given
ArgumentCountError: RedisLock::isLocked() expects exactly 0 arguments, 1 given
ArgumentCountError: RedisLock::holder() expects exactly 0 arguments, 1 given
ArgumentCountError: RedisLock::forceRelease() expects exactly 0 arguments, 1 given
ArgumentCountError: RedisLock::key() expects exactly 0 arguments, 1 given
ArgumentCountError: RedisLock::token() expects exactly 0 arguments, 1 given
ArgumentCountError: RedisLock::stats() expects exactly 0 arguments, 1 given
ArgumentCountError: RedisLock::describe() expects at least 1 argument, 0 given
ArgumentCountError: RedisLock::locks() expects at most 4 arguments, 5 given
ArgumentCountError: RedisLock::scan() expects at most 6 arguments, 7 given
ArgumentCountError: RedisLock::releaseAll() expects at most 1 argument, 2 given
