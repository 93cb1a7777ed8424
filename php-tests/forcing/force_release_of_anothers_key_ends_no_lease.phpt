--TEST--
forceRelease() of a key that another took from this holder is no release of its own: the lease is lost, and run() says so
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
try {
    $lock->run(function (RedisLock $lock) use ($redis): string {
        $redis->call('SET', test_key(), 'another');
        var_dump($lock->forceRelease());

        return 'result';
    });
} catch (RedisLockLostException $lost) {
    echo $lost->getMessage(), ', ', $lost->result, "\n";
}
$lock->run(fn (RedisLock $lock): bool => $lock->forceRelease());
echo json_encode(array_filter(counters())), "\n";
--EXPECTF--
bool(true)
lock "force_release_of_anothers_key_ends_no_lease-%d" was lost: its ttl ran out or it was removed, and another may hold it; the callback has returned, its value is in $result of this exception: give the lock a longer ttl or autoRenew: true, result
{"acquired":2,"released":1,"lost":1}
