--TEST--
run() with autoRenew holds the lock as long as the callback takes, and throws with the result where it was lost
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$lock = new RedisLock(test_key(), 0.5, $redis->address(), autoRenew: true);
var_dump($lock->run(function () use ($redis): string {
    usleep(1_300_000);

    return "all done, {$redis->call('DBSIZE')} held";
}), $redis->call('DBSIZE'));
try {
    $lock->run(function (RedisLock $lock) use ($redis): string {
        $redis->call('DEL', test_key());

        return eventually(PATIENCE, fn (): bool => state($lock) === 'lost') ? 'half done' : 'not noticed';
    });
} catch (RedisLockLostException $lost) {
    echo str_replace(test_key(), 'KEY', $lost->getMessage()), "\n";
    var_dump($lost->result, RedisLock::stats()['lost']);
}
--EXPECT--
string(16) "all done, 1 held"
int(0)
lock "KEY" was lost: its ttl ran out or it was removed, and another may hold it; the callback has returned, its value is in $result of this exception: give the lock a longer ttl or autoRenew: true
string(9) "half done"
int(1)
