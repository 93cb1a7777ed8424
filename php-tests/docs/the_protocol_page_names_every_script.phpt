--TEST--
docs/protocol.md names every script, whose head says its purpose, arguments and replies, and its names are those in Redis
--FILE--
<?php
require __DIR__ . '/page.inc';
require __DIR__ . '/../support/redis.inc';

$page = page('docs/protocol.md');
foreach (glob(dirname(__DIR__, 2) . '/docs/lua/*.lua') as $file) {
    [$head, $text] = preg_split('/^(?!--)/m', file_get_contents($file), 2);
    preg_match_all('/^-- (ARGV\[\d+\])  \S/m', $head, $told);
    preg_match_all('/\bARGV\[\d+\]/', preg_replace('/^\s*--.*/m', '', $text), $used);
    $used = array_unique($used[0]);
    sort($used);
    $same = same('in the text', $used, 'in the head', $told[1]);
    $says = preg_match('/^-- [A-Z].+\n(-- .+\n)*?-- KEYS\[.+\n(-- .+\n)*-- replies  \S/', $head) === 1;
    $named = str_contains($page, '(lua/' . basename($file) . ')');
    echo basename($file), $same && $says && $named ? " is told\n" : " is not told\n";
}
$redis = RedisServer::start();
foreach (table($page, 'key') as [$key, $wake]) {
    $redis->call('FLUSHALL');
    // A fence is kept beside the lock even when no waiter comes.
    (new RedisLock($key, 10, $redis->address(), autoRelease: false, fence: true))->acquire() || print 'not acquired: ';
    $beside = implode(array_diff($redis->call('KEYS', '*'), [$key]));
    $right = str_replace(':rl-wake', ':rl-fence', $wake);
    echo $key, $beside === $right ? " has what is told\n" : " has $beside, not $right\n";
}
foreach (table($page, 'permits of') as [$key, $permit, $number]) {
    $redis->call('FLUSHALL');
    $locks = array_map(fn (int $i): RedisLock => new RedisLock($key, 10, $redis->address(), permits: 2), range(1, 3));
    $acquired = array_map(fn (RedisLock $lock): bool => $lock->acquire(), $locks);
    $here = $redis->call('KEYS', '*');
    sort($here);
    echo "permits of $key: ", json_encode($acquired), same('in Redis', $here, 'told', [$key, $permit, $number]) ? " as told\n" : " differ\n";
}
--EXPECT--
acquire.lua is told
acquire_all.lua is told
acquire_permit.lua is told
describe.lua is told
extend.lua is told
extend_all.lua is told
inspect.lua is told
inspect_all.lua is told
inspect_permits.lua is told
release.lua is told
release_all.lua is told
release_done.lua is told
release_one.lua is told
release_permit.lua is told
remove.lua is told
remove_permits.lua is told
wake.lua is told
orders:42 has what is told
{user:7}:cart has what is told
cart{7} has what is told
a}b{c} has what is told
a}b has what is told
permits of slow-api: [true,true,false] as told
permits of {user:7}:calls: [true,true,false] as told
