--TEST--
A key that contains what the names of companions do is a ValueError, also when only the prefix makes it one
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$make = fn (string $key): string => throws(fn () => new RedisLock($key));
foreach ([':rl-wake', ':rl-permit-2', ':rl-'] as $reserved) {
    foreach ([$reserved, "job{$reserved}", "job{$reserved}{job}", "a{$reserved}b"] as $key) {
        echo $make($key), "\n";
    }
}
foreach (['job:waiting', 'job:wake', 'rl-wake', 'job:rl_wake', 'job:RL-WAKE', 'job:rl'] as $key) {
    echo "$key: {$make($key)}\n";
}
ini_set('redislock.prefix', 'job:rl-');
echo 'after a prefix: ', $make('wake'), "\n";
echo 'a list of one: ', throws(fn () => new RedisLock(['job:rl-wake'])), "\n";
--EXPECT--
ValueError: RedisLock::__construct(): Argument #1 ($key) must not contain ":rl-", which is reserved for the keys beside a lock
ValueError: RedisLock::__construct(): Argument #1 ($key) must not contain ":rl-", which is reserved for the keys beside a lock
ValueError: RedisLock::__construct(): Argument #1 ($key) must not contain ":rl-", which is reserved for the keys beside a lock
ValueError: RedisLock::__construct(): Argument #1 ($key) must not contain ":rl-", which is reserved for the keys beside a lock
ValueError: RedisLock::__construct(): Argument #1 ($key) must not contain ":rl-", which is reserved for the keys beside a lock
ValueError: RedisLock::__construct(): Argument #1 ($key) must not contain ":rl-", which is reserved for the keys beside a lock
ValueError: RedisLock::__construct(): Argument #1 ($key) must not contain ":rl-", which is reserved for the keys beside a lock
ValueError: RedisLock::__construct(): Argument #1 ($key) must not contain ":rl-", which is reserved for the keys beside a lock
ValueError: RedisLock::__construct(): Argument #1 ($key) must not contain ":rl-", which is reserved for the keys beside a lock
ValueError: RedisLock::__construct(): Argument #1 ($key) must not contain ":rl-", which is reserved for the keys beside a lock
ValueError: RedisLock::__construct(): Argument #1 ($key) must not contain ":rl-", which is reserved for the keys beside a lock
ValueError: RedisLock::__construct(): Argument #1 ($key) must not contain ":rl-", which is reserved for the keys beside a lock
job:waiting: nothing was thrown
job:wake: nothing was thrown
rl-wake: nothing was thrown
job:rl_wake: nothing was thrown
job:RL-WAKE: nothing was thrown
job:rl: nothing was thrown
after a prefix: ValueError: RedisLock::__construct(): Argument #1 ($key) must not contain ":rl-", which is reserved for the keys beside a lock
a list of one: ValueError: RedisLock::__construct(): Argument #1 ($key) must not contain ":rl-", which is reserved for the keys beside a lock
