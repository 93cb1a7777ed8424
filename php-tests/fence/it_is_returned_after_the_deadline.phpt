--TEST--
After the deadline fence() still returns the lease's number: the resource that is written to decides
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();

foreach ([false, true] as $autoRenew) {
    $lock = new RedisLock(test_key(), 0.2, $redis->address(), autoRenew: $autoRenew, renewFor: $autoRenew ? 0.5 : INF, fence: true);
    var_dump($lock->acquire());
    $fence = $lock->fence();
    var_dump(eventually(PATIENCE, fn (): bool => $lock->remaining() === 0.0));
    var_dump($lock->fence() === $fence);
    $later = new RedisLock(test_key(), 10, $redis->address(), fence: true);
    var_dump($later->acquire(1), $later->fence() > $fence);
    // Who asks learns that it is over.
    var_dump($lock->isHeld(), $lock->fence());
    unset($lock, $later);
}
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
NULL
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
NULL
