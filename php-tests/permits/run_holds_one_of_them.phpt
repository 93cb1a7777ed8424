--TEST--
run() holds one permit while its callback runs, and its message names the key and never a permit
--INI--
redislock.prefix=shop:
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';


$redis = RedisServer::start();
$make = fn (): RedisLock => new RedisLock('api', 600, $redis->address(), permits: 2);
$keys = function () use ($redis): string {
    $keys = $redis->call('KEYS', '*');
    sort($keys);

    return implode(' ', $keys);
};
echo $make()->run(fn () => $make()->run(function () use ($make, $keys): string {
    echo throws(fn () => $make()->run(fn () => 'a third')), "\n";

    return $keys();
})), "\n";
echo $keys(), "\n";
try {
    $make()->run(fn (RedisLock $lock) => $redis->call('DEL', 'shop:api'));
} catch (RedisLockLostException $lost) {
    echo $lost->getMessage(), "\n";
}
--EXPECT--
RedisLockNotAcquiredException: could not acquire lock "shop:api": it is held by another object of this thread; the callback was not called
shop:api shop:api:rl-permit-2{shop:api} shop:api:rl-permits{shop:api}
shop:api:rl-permits{shop:api}
lock "shop:api" was lost: its ttl ran out or it was removed, and another may hold it; the callback has returned, its value is in $result of this exception: give the lock a longer ttl or autoRenew: true
