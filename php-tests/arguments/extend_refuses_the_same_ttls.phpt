--TEST--
extend() refuses the ttls that the constructor refuses, and the lease stays as it was
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
$lock->acquire() || exit(1);
foreach ([0, -1, 0.005, NAN, -INF, 1e300, 'abc', '10abc', [], false] as $ttl) {
    echo throws(fn () => $lock->extend($ttl)), "\n";
}
$pttl = $redis->call('PTTL', test_key());
echo 'still held: ', json_encode($lock->isHeld()), ', for at most 10 s: ', json_encode($pttl > 0 && $pttl <= 10_000), "\n";
foreach (['20', 20, 20.0, true, null] as $ttl) {
    echo json_encode($lock->extend($ttl)), ' ';
}
$pttl = $redis->call('PTTL', test_key());
echo 'for 10 to 20 s: ', json_encode($pttl > 10_000 && $pttl <= 20_000), "\n";
--EXPECT--
ValueError: RedisLock::extend(): Argument #1 ($ttl) must be at least 0.01 seconds, 0 given
ValueError: RedisLock::extend(): Argument #1 ($ttl) must be at least 0.01 seconds, -1 given
ValueError: RedisLock::extend(): Argument #1 ($ttl) must be at least 0.01 seconds, 0.005 given
ValueError: RedisLock::extend(): Argument #1 ($ttl) must be at least 0.01 seconds, NAN given
ValueError: RedisLock::extend(): Argument #1 ($ttl) must be at least 0.01 seconds, -INF given
ValueError: RedisLock::extend(): Argument #1 ($ttl) must be at most 315360000 seconds (ten years) or INF, 1e300 given
TypeError: RedisLock::extend(): Argument #1 ($ttl) must be of type int|float|null, string given
TypeError: RedisLock::extend(): Argument #1 ($ttl) must be of type int|float|null, string given
TypeError: RedisLock::extend(): Argument #1 ($ttl) must be of type int|float|null, array given
ValueError: RedisLock::extend(): Argument #1 ($ttl) must be at least 0.01 seconds, 0 given
still held: true, for at most 10 s: true
true true true true true for 10 to 20 s: true
