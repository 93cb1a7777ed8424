--TEST--
run() whose deadline has passed is a RedisLockLostException with the result when the lock cannot be released, whatever the reason
--INI--
redislock.io_timeout=0.5
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/methods.inc';

$reasons = [
    'stopped' => fn (RedisServer $redis) => $redis->suspend(),
    'gone' => fn (RedisServer $redis) => $redis->stop(),
    // With the key still there: what has run out is not there for a replica.
    'has become a replica' => fn (RedisServer $redis) => $redis->call('PERSIST', test_key()) && $redis->call('REPLICAOF', '127.0.0.1', '1'),
    'is up, and the key is gone' => fn (RedisServer $redis) => eventually(PATIENCE, fn (): bool => $redis->call('DBSIZE') === 0),
];
foreach ($reasons as $name => $reason) {
    $redis = RedisServer::start();
    $lock = new RedisLock(test_key(), 0.5, $redis->address());
    try {
        $lock->run(function (RedisLock $lock) use ($reason, $redis): string {
            $reason($redis);
            eventually(PATIENCE, fn (): bool => $lock->remaining() === 0.0);

            return 'result';
        });
    } catch (RedisLockLostException $lost) {
        echo "$name: {$lost->getMessage()}, $lost->result\n";
    }
}
--EXPECTF--
stopped: lock "run_after_the_deadline_is_a_loss-%d" was lost: its ttl ran out while Redis could not be asked; the callback has returned, its value is in $result of this exception: give the lock a longer ttl or autoRenew: true, result
gone: lock "run_after_the_deadline_is_a_loss-%d" was lost: its ttl ran out while Redis could not be asked; the callback has returned, its value is in $result of this exception: give the lock a longer ttl or autoRenew: true, result
has become a replica: lock "run_after_the_deadline_is_a_loss-%d" was lost: its ttl ran out while Redis could not be asked; the callback has returned, its value is in $result of this exception: give the lock a longer ttl or autoRenew: true, result
is up, and the key is gone: lock "run_after_the_deadline_is_a_loss-%d" was lost: its ttl ran out or it was removed, and another may hold it; the callback has returned, its value is in $result of this exception: give the lock a longer ttl or autoRenew: true, result
