--TEST--
doneFor below 0, above it but below 1 ms, NAN, INF or above ten years is a ValueError, and so is any for several keys, permits or a quorum
--FILE--
<?php
$says = function (Closure $call): void {
    try {
        var_dump($call());
    } catch (ValueError | TypeError $error) {
        echo $error->getMessage(), "\n";
    }
};
$lock = new RedisLock('job', server: 'memory:');
foreach ([-1, 1e-9, 9.99e-4, NAN, INF, 4e8, 'soon', true] as $time) {
    $says(fn () => $lock->run(fn () => 1, doneFor: $time));
}
$says(fn () => $lock->release(-0.5));
$says(fn () => $lock->release(1e-9));
$quorum = ['redis://127.0.0.1:1', 'redis://127.0.0.1:2', 'redis://127.0.0.1:3'];
foreach ([new RedisLock(['a', 'b'], server: 'memory:'), new RedisLock('k', server: 'memory:', permits: 2), new RedisLock('k', server: $quorum)] as $other) {
    $says(fn () => $other->run(fn () => 1, doneFor: 1));
    $says(fn () => $other->release(1));
}
foreach (['rl_done', 'rl_done:0123456789abcdef'] as $token) {
    $says(fn () => new RedisLock('k', token: $token));
}
--EXPECTF--
RedisLock::run(): Argument #3 ($doneFor) must be at least 0 seconds, -1 given
RedisLock::run(): Argument #3 ($doneFor) must be 0 or at least 0.001 seconds, 1e-9 given
RedisLock::run(): Argument #3 ($doneFor) must be 0 or at least 0.001 seconds, 0.000999 given
RedisLock::run(): Argument #3 ($doneFor) must be at least 0 seconds, NAN given
RedisLock::run(): Argument #3 ($doneFor) must be at most 315360000 seconds (ten years), INF given
RedisLock::run(): Argument #3 ($doneFor) must be at most 315360000 seconds (ten years), 400000000 given
RedisLock::run(): Argument #3 ($doneFor) must be of type int|float, string given
RedisLock::run(): Argument #3 ($doneFor) must be of type int|float, %s given
RedisLock::release(): Argument #1 ($doneFor) must be at least 0 seconds, -0.5 given
RedisLock::release(): Argument #1 ($doneFor) must be 0 or at least 0.001 seconds, 1e-9 given
RedisLock::run(): Argument #3 ($doneFor) must be 0 for several keys: take a lock that is named after the job around it
RedisLock::release(): Argument #1 ($doneFor) must be 0 for several keys: take a lock that is named after the job around it
RedisLock::run(): Argument #3 ($doneFor) must be 0 with permits: take a lock that is named after the job around it
RedisLock::release(): Argument #1 ($doneFor) must be 0 with permits: take a lock that is named after the job around it
RedisLock::run(): Argument #3 ($doneFor) must be 0 with a list of servers: name the job on one of them
RedisLock::release(): Argument #1 ($doneFor) must be 0 with a list of servers: name the job on one of them
RedisLock::__construct(): Argument #4 ($token) must not be "rl_rest" or begin with "rl_done", which stand for locks that nobody holds
RedisLock::__construct(): Argument #4 ($token) must not be "rl_rest" or begin with "rl_done", which stand for locks that nobody holds
