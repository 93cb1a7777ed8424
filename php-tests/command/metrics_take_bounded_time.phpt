--TEST--
redislock metrics ends at its bounds on any number of keys, and says that it was cut; names beyond --names are added up
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$redis->call('EVAL', "for n = 1, 30000 do redis.call('SET', 'cache:' .. n, 'x') end", '0');
$redis->call('EVAL', "for n = 1, 2000 do redis.call('SET', 'lock-' .. string.char(97 + n % 20) .. ':' .. n, 'rl_' .. string.rep('0', 32)) end", '0');
$tell = function (string ...$options) use ($redis): string {
    $begin = hrtime(true);
    $out = redislock($redis, ['metrics', ...$options])->out;
    $took = (hrtime(true) - $begin) / 1e9;
    preg_match('/^redislock_scan_complete (\d)$/m', $out, $complete);
    preg_match('/^redislock_scan_keys (\d+)$/m', $out, $keys);
    preg_match_all('/^redislock_held\{name="(.*)"\} (\d+)$/m', $out, $held);

    return count($held[1]) . ' names, ' . ($held[1][0] ?? 'none') . ", $complete[1], " . ($keys[1] < 30000 ? 'some keys' : 'all keys') . ', ' . array_sum($held[2]) . " locks\n";
};
echo $tell(), $tell('--names=3'), preg_replace('/^\d+ names, \S+, |\d+ (?=locks)/', '', $tell('--keys', '1000')), $tell('--seconds', '0'), preg_replace('/.*, /', '', $tell('--limit=100'));
$redis->call('FLUSHALL');
$redis->call('SET', 'ends', 'rl_' . str_repeat('0', 32), 'PX', '4900');
// It would be known after half of the time left.
echo preg_match('/^redislock_expiring\{name="ends"\} 0\n(.*\n)*redislock_scan_complete 0/m', redislock($redis, ['metrics', 'ends', '--seconds=1'])->out), "\n";
--EXPECT--
20 names, lock-a:*, 1, all keys, 2000 locks
4 names, (others), 1, all keys, 2000 locks
0, some keys, locks
0 names, none, 0, some keys, 0 locks
100 locks
1
