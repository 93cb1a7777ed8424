--TEST--
run() of a list that lost one key is a loss, names the list, and leaves nothing
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
ini_set('redislock.prefix', 'p:');
$lock = new RedisLock(['sku:1', 'sku:7'], 600, $redis->address());
try {
    $lock->run(function () use ($redis): string {
        $redis->call('DEL', 'p:sku:7');

        return 'the result';
    });
} catch (RedisLockLostException $lost) {
    echo $lost->getMessage(), "\n", $lost->result, "\n";
}
var_dump($redis->call('DBSIZE'), $lock->run(fn (RedisLock $lock): array => $lock->keys()));
$other = new RedisLock(['sku:7', 'sku:9'], 600, $redis->address());
echo throws(fn () => $lock->run(fn () => $other->run(fn () => 1))), "\n";
--EXPECT--
lock "p:sku:1" and 1 more was lost: its ttl ran out or it was removed, and another may hold it; the callback has returned, its value is in $result of this exception: give the lock a longer ttl or autoRenew: true
the result
int(0)
array(2) {
  [0]=>
  string(7) "p:sku:1"
  [1]=>
  string(7) "p:sku:7"
}
RedisLockNotAcquiredException: could not acquire lock "p:sku:7" and 1 more: it is held by another object of this thread; the callback was not called
