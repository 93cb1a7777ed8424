--TEST--
The message of a lock lost during run() is for work that is done: where its result is, and what keeps the next one
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();

function lose(RedisServer $redis, int|float $ttl, bool $autoRenew = false, int|float $renewFor = INF): void
{
    $lock = new RedisLock('job', $ttl, $redis->address(), autoRenew: $autoRenew, renewFor: $renewFor);
    $message = substr(throws(fn () => $lock->run(fn () => $redis->call('DEL', 'job'))), strlen('RedisLockLostException: '));
    echo str_replace('lock "job" was lost before run() could release it: ', '', $message), "\n";
}
lose($redis, 10);
lose($redis, 10, true);
lose($redis, 10, true, 60);
lose($redis, INF);
// While the work goes on, it can be stopped.
$lock = new RedisLock('job', 10, $redis->address());
$lock->acquire() || exit(1);
$redis->call('DEL', 'job');
echo throws(fn () => $lock->ensureHeld()), "\n";
?>
--EXPECT--
its ttl ran out or it was removed, and another may hold it; what the callback returned is in the exception's $result; a longer ttl or autoRenew: true keeps it for longer work
its ttl ran out or it was removed, and another may hold it; what the callback returned is in the exception's $result; a longer ttl outlasts longer pauses of this process and of Redis
its ttl ran out or it was removed, and another may hold it; what the callback returned is in the exception's $result; a longer ttl or renewFor keeps it for longer work
it was removed, and another may hold it; what the callback returned is in the exception's $result; forceRelease(), another program or the loss of Redis's data removes a lock that never expires
RedisLockLostException: lock "job" was lost: its ttl ran out or it was removed, and another may hold it; stop the guarded work
