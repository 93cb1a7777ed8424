--TEST--
docs/protocol.md tells of every script with all its arguments, and its names of companions are those that Redis has
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/page.inc';
require __DIR__ . '/../support/redis.inc';

$page = page('docs/protocol.md');
foreach (glob(dirname(__DIR__, 2) . '/src/lua/*.lua') as $file) {
    preg_match_all('/^-- ((?:KEYS|ARGV)\[\d\])/m', file_get_contents($file), $arguments);
    $told = array_column(table(section($page, '### ' . basename($file)), 'argument'), 0);
    $same = same('in the script', $arguments[1], 'on the page', $told);
    echo basename($file), $same ? " is told\n" : " differs\n";
}
$redis = RedisServer::start();
foreach (table($page, 'key') as [$key, $wake]) {
    $redis->call('FLUSHALL');
    // A fence is kept beside the lock even when no waiter comes.
    $thrown = throws(fn () => (new RedisLock($key, 10, $redis->address(), autoRelease: false, fence: true))->acquire());
    $beside = implode(array_diff($redis->call('KEYS', '*'), [$key])) ?: strstr($thrown, ':', true);
    $right = strtr($wake, [':rl-wake' => ':rl-fence', 'none' => 'ValueError']);
    echo $key, $beside === $right ? " has what is told\n" : " has $beside, not $right\n";
}
?>
--EXPECT--
acquire.lua is told
describe.lua is told
extend.lua is told
force.lua is told
inspect.lua is told
release.lua is told
orders:42 has what is told
{user:7}:cart has what is told
cart{7} has what is told
a}b{c} has what is told
{}x has what is told
a}b has what is told
{}{c} has what is told
open{ has what is told
