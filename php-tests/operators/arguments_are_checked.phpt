--TEST--
describe(), locks() and scan() refuse what the constructor refuses, and a limit that is none, in PHP's words
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$dead = 'redis://127.0.0.1:' . free_port();
foreach ([
    fn () => RedisLock::describe(''),
    fn () => RedisLock::describe('a:rl-wake'),
    fn () => RedisLock::describe([]),
    fn () => RedisLock::describe('a', 'localhost'),
    fn () => RedisLock::locks(str_repeat('a', 65537)),
    fn () => RedisLock::locks('*', ['redis://a', 'redis://b']),
    fn () => RedisLock::locks(limit: 0),
    fn () => RedisLock::locks(limit: 1_000_001),
    fn () => RedisLock::locks('*', null, null, 'many'),
    fn () => RedisLock::scan(keys: 0),
    fn () => RedisLock::scan(seconds: -1),
    fn () => RedisLock::scan(seconds: NAN),
    fn () => RedisLock::describe('a', $dead),
    fn () => RedisLock::locks("a\n*", $dead),
] as $call) {
    echo preg_replace('/:\d{5}/', ':PORT', throws($call)), "\n";
}
--EXPECTF--
ValueError: RedisLock::describe(): Argument #1 ($key) must not be empty
ValueError: RedisLock::describe(): Argument #1 ($key) must not contain ":rl-", which is reserved for the keys beside a lock
TypeError: RedisLock::describe(): Argument #1 ($key) must be of type string, array given
ValueError: RedisLock::describe(): Argument #2 ($server) %s
ValueError: RedisLock::locks(): Argument #1 ($pattern) must be at most 65536 bytes with redislock.prefix in front
ValueError: RedisLock::locks(): Argument #2 ($server) must be one address or a list of at least 3, 2 given
ValueError: RedisLock::locks(): Argument #4 ($limit) must be 1 to 1000000 locks, 0 given
ValueError: RedisLock::locks(): Argument #4 ($limit) must be 1 to 1000000 locks, 1000001 given
%ARedisLock::locks(): Argument #4 ($limit) must be of type int, string given
ValueError: RedisLock::scan(): Argument #5 ($keys) must be at least 1 key, 0 given
ValueError: RedisLock::scan(): Argument #6 ($seconds) must be at least 0 seconds, -1 given
ValueError: RedisLock::scan(): Argument #6 ($seconds) must be at least 0 seconds, NAN given
RedisLockConnectionException: could not inspect lock "a": 127.0.0.1:PORT: connection refused; try again
RedisLockConnectionException: could not look for locks "a\n*": 127.0.0.1:PORT: connection refused; try again
