--TEST--
run() whose lock was lost while the callback ran throws RedisLockLostException with the callback's result
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();

function lose(RedisLock $lock, callable $critical): void
{
    try {
        $lock->run($critical);
        echo "nothing was thrown\n";
    } catch (RedisLockLostException $lost) {
        echo str_replace(test_key(), 'KEY', $lost->getMessage()), "\n";
        echo json_encode($lost->result), "\n";
    }
}

$lock = new RedisLock($key, 600, $redis->address());
lose($lock, function () use ($redis, $key): string {
    $redis->call('DEL', $key);

    return 'deleted by hand';
});
lose($lock, function (RedisLock $lock) use ($redis, $key): array {
    $redis->call('SET', $key, 'of-another', 'EX', '600');

    return ['taken by another', $lock->extend()];
});
var_dump($redis->call('GET', $key));
--EXPECT--
lock "KEY" was lost: its ttl ran out or it was removed, and another may hold it; the callback has returned, its value is in $result of this exception: give the lock a longer ttl or autoRenew: true
"deleted by hand"
lock "KEY" was lost: its ttl ran out or it was removed, and another may hold it; the callback has returned, its value is in $result of this exception: give the lock a longer ttl or autoRenew: true
["taken by another",false]
string(10) "of-another"
