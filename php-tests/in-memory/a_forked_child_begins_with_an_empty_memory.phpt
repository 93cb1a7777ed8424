--TEST--
In a forked child nothing is held at memory:, and what it takes and releases is not its parent's; also where a thread renews
--EXTENSIONS--
pcntl
--INI--
redislock.server=memory:
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../fork/child.inc';

$lock = new RedisLock('key', 600, autoRelease: false);
$kept = new RedisLock('kept', 0.3, autoRenew: true);
var_dump($lock->acquire(), $kept->acquire());
for ($child = 0; $child < 20; $child++) {
    $end = in_child(function () use ($lock, $kept): void {
        $own = new RedisLock('kept', 0.3, autoRenew: true);
        $right = !$lock->isHeld() && !$lock->isLocked() && !$kept->isLocked() && RedisLock::locks() === []
            && $own->acquire() && $own->extend() && $lock->acquire(0.1) && $lock->release()
            // A child of the child, too.
            && in_child(fn () => exit($own->isLocked() ? 1 : 0)) === 'exit code 0' && $own->isHeld();
        exit($right ? 0 : 1);
    });
    $end === 'exit code 0' || print("$end\n");
}
var_dump($lock->isHeld(), $kept->isHeld(), count(RedisLock::locks()), $lock->release());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
int(2)
bool(true)
