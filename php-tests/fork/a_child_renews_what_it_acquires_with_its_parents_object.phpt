--TEST--
A child renews what it acquires with an object that its parent has used, and so does the parent
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/child.inc';
$redis = RedisServer::start();

/** Tells whether it is still held when its ttl has passed twice. */
function is_renewed(RedisLock $lock): bool
{
    $lock->acquire() || exit(1);
    usleep(1_000_000);

    return $lock->isHeld() && $lock->release();
}

foreach (['used' => 'isHeld', 'held before' => 'acquire'] as $how => $use) {
    $lock = new RedisLock(test_key(), 0.5, $redis->address(), autoRenew: true);
    $lock->$use();
    $lock->release();
    echo "$how: ", in_child(function () use ($lock): void {
        var_dump(is_renewed($lock), in_child(fn () => exit((int) is_renewed($lock))));
    }), "\n";
    var_dump(is_renewed($lock));
}
--EXPECT--
used: bool(true)
string(11) "exit code 1"
exit code 0
bool(true)
held before: bool(true)
string(11) "exit code 1"
exit code 0
bool(true)
