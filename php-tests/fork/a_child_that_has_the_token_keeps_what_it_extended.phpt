--TEST--
A lease that a forked child took over by its token, and extended, is neither taken nor released by the parent once its own deadline has passed
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
foreach (['acquires again', 'goes'] as $parent) {
    $lock = new RedisLock(test_key(), 0.5, $redis->address());
    var_dump($lock->acquire());
    $child = pcntl_fork();
    if ($child === 0) {
        $taken = new RedisLock(test_key(), 60, $redis->address(), $lock->token());
        exit($taken->extend() ? 0 : 1);
    }
    pcntl_waitpid($child, $status);
    eventually(PATIENCE, fn (): bool => $lock->remaining() === 0.0);
    echo pcntl_wexitstatus($status), ', the parent ', $parent, ': ', $parent === 'goes' ? 'no' : json_encode($lock->acquire()), "\n";
    unset($lock);
    // The next contact of the parent.
    (new RedisLock('other', 1, $redis->address()))->isLocked();
    var_dump($redis->call('PTTL', test_key()) > 50_000);
    $redis->call('DEL', test_key());
}
--EXPECT--
bool(true)
0, the parent acquires again: false
bool(true)
bool(true)
0, the parent goes: no
bool(true)
