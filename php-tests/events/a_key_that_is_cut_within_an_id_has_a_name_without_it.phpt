--TEST--
A key that is cut within a UUID has a name without it, the same as its pattern, and so has a UUID that stands right after letters
--INI--
redislock.events=10
redislock.prefix=shop:
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$uuid = '3f2a8c1e-77aa-4bcd-9e1f-0123456789ab';
foreach ([5, 8, 39] as $left) {
    $before = str_repeat('k', 256 - strlen('shop::') - $left) . ':';
    $lock = new RedisLock("$before$uuid:of a customer", 10, $redis->address());
    $lock->acquire() || exit(1);
    $pattern = RedisLock::describe("$before$uuid:of a customer", $redis->address())['pattern'];
    $lock->release();
    $names = array_unique(array_column(RedisLock::events(), 'name'));
    echo count($names), ' ', substr($names[0], strlen($before)), ' ', $pattern === $names[0] ? 'same' : "but $pattern", "\n";
}
(new RedisLock("job$uuid", 10, $redis->address()))->run(fn () => null);
echo RedisLock::events()[0]['name'], "\n";
--EXPECT--
1 * same
1 * same
1 *:* same
job*
