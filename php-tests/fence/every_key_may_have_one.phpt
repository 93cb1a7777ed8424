--TEST--
A fence is kept beside any key; on a cluster, braces that are no hash tag are a ValueError
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();

foreach (['a}b', '{}', 'a{b}c', 'ab', "\xff\x00"] as $key) {
    $lock = new RedisLock($key, 10, $redis->address(), fence: true);
    echo json_encode([$lock->acquire(), is_int($lock->fence()), $lock->release()]), ' ';
    echo throws(fn () => new RedisLock($key, 10, 'redis-cluster://127.0.0.1')), "\n";
}
$keys = $redis->call('KEYS', '*');
sort($keys);
echo implode(' ', preg_grep('/^[a{]/', $keys)), "\n";
ini_set('redislock.prefix', '}');
echo throws(fn () => new RedisLock('ab', 10, 'redis-cluster://127.0.0.1')), "\n";
--EXPECT--
[true,true,true] ValueError: RedisLock::__construct(): Argument #1 ($key) must be in one slot of the cluster, and "a}b" is not: give all keys the same hash tag, as {order:42}:a and {order:42}:b have, and no other braces
[true,true,true] ValueError: RedisLock::__construct(): Argument #1 ($key) must be in one slot of the cluster, and "{}" is not: give all keys the same hash tag, as {order:42}:a and {order:42}:b have, and no other braces
[true,true,true] nothing was thrown
[true,true,true] nothing was thrown
[true,true,true] nothing was thrown
ab:rl-fence{ab} a{b}c:rl-fence a}b:rl-fence{a}b} {}:rl-fence{{}}
ValueError: RedisLock::__construct(): Argument #1 ($key) must be in one slot of the cluster, and "}ab" is not: give all keys the same hash tag, as {order:42}:a and {order:42}:b have, and no other braces
