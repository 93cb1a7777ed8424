--TEST--
run() throws RedisLockLostException with the result when the deadline passed and Redis no longer replies
--INI--
redislock.io_timeout=0.2
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 1, $redis->address());

try {
    $lock->run(function (RedisLock $lock) use ($redis): string {
        $redis->suspend();
        var_dump(eventually(5, fn (): bool => $lock->remaining() === 0.0));

        return 'worked, but too long';
    });
} catch (RedisLockLostException $lost) {
    echo str_replace(test_key(), 'KEY', $lost->getMessage()), "\n";
    var_dump($lost->result);
}
$redis->resume();
--EXPECT--
bool(true)
lock "KEY" was lost: its ttl ran out while Redis could not be asked; the callback has returned, its value is in $result of this exception: give the lock a longer ttl or autoRenew: true
string(20) "worked, but too long"
