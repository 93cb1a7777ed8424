--TEST--
RedisLock::scan() finds what locks() does, and ends early at each of its bounds, which it says
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$redis->call('EVAL', "for n = 1, 3000 do redis.call('SET', 'order:' .. n, 'rl_' .. string.rep('0', 32)) end", '0');
$redis->call('EVAL', "for n = 1, 3000 do redis.call('SET', 'cache:' .. n, 'x') end", '0');
$tell = function (mixed ...$bounds) use ($redis): string {
    $found = RedisLock::scan(...$bounds, server: $redis->address());
    $keys = in_array($found['keys'], range(1, 1200), true) ? 'a few' : $found['keys'];

    return count($found['locks']) . " locks, $keys keys, " . ($found['complete'] ? 'complete' : 'cut') . "\n";
};
echo $tell(limit: 5000), $tell(limit: 3000), $tell('order:*', limit: 5000, seconds: INF);
echo $tell(limit: 7), preg_replace('/^[1-9]\d{0,2} /', 'some ', $tell(limit: 5000, keys: 300)), $tell(limit: 5000, seconds: 0);
$all = RedisLock::scan('order:*', $redis->address(), limit: 5000);
var_dump($all['locks'] === RedisLock::locks('order:*', $redis->address(), limit: 5000), array_unique(array_column($all['locks'], 'pattern')));
--EXPECT--
3000 locks, 6000 keys, complete
3000 locks, 6000 keys, complete
3000 locks, 3000 keys, complete
7 locks, a few keys, cut
some locks, a few keys, cut
0 locks, 0 keys, cut
bool(true)
array(1) {
  [0]=>
  string(7) "order:*"
}
