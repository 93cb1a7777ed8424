--TEST--
RedisLock::describe() reports who holds a lock, how long, whether a process waits and its fence, and reads no more than that and its permits; null when it is free
--INI--
redislock.prefix=shop:
redislock.label=web1
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$show = function (string $name) use ($redis): void {
    $known = RedisLock::describe($name, $redis->address());
    if (isset($known['token'])) {
        $known['token'] = preg_replace('/[0-9a-f]{32}/', 'RANDOM', $known['token']);
        $known['remaining'] = is_infinite($known['remaining']) ? 'INF' : ceil($known['remaining']);
        $known['fence'] = is_int($known['fence']) ? 'a number' : $known['fence'];
    }
    echo json_encode($known), "\n";
};
$show('order');
$lock = new RedisLock('order', 10, $redis->address(), fence: true);
$lock->acquire() || exit(1);
$show('order');
$redis->call('SET', 'shop:order:rl-waiting{shop:order}', '1');
$commands = $redis->monitor();
var_dump(RedisLock::describe('order', $redis->address())['fence'] === $lock->fence(), count($commands()));
$show('order');
$redis->call('SET', 'shop:other', 'laravel-owner');
$show('other');
$redis->call('SET', 'shop:large', str_repeat('x', 4097));
echo json_encode(array_slice(RedisLock::describe('large', $redis->address()), 2, 3)), "\n";
$redis->call('ZADD', 'shop:symfony', '1', 'token');
echo json_encode(['remaining' => 'INF'] + RedisLock::describe('symfony', $redis->address())), "\n";
--EXPECT--
null
{"key":"shop:order","name":"order","type":"string","token":"rl_RANDOM@web1","label":"web1","remaining":10,"waiting":false,"fence":"a number","resting":false,"done":false,"permits":1,"holders":[],"pattern":"order"}
bool(true)
int(2)
{"key":"shop:order","name":"order","type":"string","token":"rl_RANDOM@web1","label":"web1","remaining":10,"waiting":true,"fence":"a number","resting":false,"done":false,"permits":1,"holders":[],"pattern":"order"}
{"key":"shop:other","name":"other","type":"string","token":"laravel-owner","label":null,"remaining":"INF","waiting":null,"fence":null,"resting":false,"done":false,"permits":1,"holders":[],"pattern":"other"}
{"type":"string","token":null,"label":null}
{"remaining":"INF","key":"shop:symfony","name":"symfony","type":"zset","token":null,"label":null,"waiting":null,"fence":null,"resting":false,"done":false,"permits":1,"holders":[],"pattern":"symfony"}
