--TEST--
The message of a lock lost during run() is for work that is done: where its result is, and what keeps the next one
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();

function lose(RedisServer $redis, bool $autoRenew): void
{
    $lock = new RedisLock('job', 10, $redis->address(), autoRenew: $autoRenew);
    $message = substr(throws(fn () => $lock->run(fn () => $redis->call('DEL', 'job'))), strlen('RedisLockLostException: '));
    echo str_replace('lock "job" was lost: ', '', $message), "\n";
}
lose($redis, false);
lose($redis, true);
// While the work goes on, it can be stopped.
$lock = new RedisLock('job', 10, $redis->address());
$lock->acquire() || exit(1);
$redis->call('DEL', 'job');
echo throws(fn () => $lock->ensureHeld()), "\n";
--EXPECT--
its ttl ran out or it was removed, and another may hold it; the callback has returned, its value is in $result of this exception: give the lock a longer ttl or autoRenew: true
its ttl ran out or it was removed, and another may hold it; the callback has returned, its value is in $result of this exception: give the lock a longer ttl or autoRenew: true
RedisLockLostException: lock "job" was lost: its ttl ran out or it was removed, and another may hold it; stop the guarded work
