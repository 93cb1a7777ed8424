--TEST--
One long key widens no other line of list, and is cut in a terminal alone; a character two columns wide is counted as two
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$token = 'rl_0123456789abcdef0123456789abcdef@web1';
foreach (['a' . str_repeat('k', 999), 'b', '鎖'] as $key) {
    $redis->call('SET', $key, $token);
}
foreach (explode("\n", trim(redislock($redis, ['list'])->out)) as $line) {
    echo strlen($line), ': ', preg_replace(['/k{50,}/', '/ {50,}/'], ['kk', '  '], $line), "\n";
}
$shown = terminal($redis, ['list'], [], ['NO_COLOR' => '1'], 24, 40);
foreach (explode("\n", trim($shown['output'])) as $line) {
    echo preg_replace(['/k{30,}/', '/ {30,}/'], ['kk', '  '], trim($line)), "\n";
}
$redis->call('DEL', 'a' . str_repeat('k', 999));
echo redislock($redis, ['list'])->out;
// A name that is cut for a message is cut between characters.
echo redislock($redis, ['show', str_repeat('a', 63) . 'ßß'])->out;
--EXPECT--
162: KEY  HOLDER  LEFT      WAITING  FENCE
1030: akk  web1    for ever  no       -
158: b  web1    for ever  no       -
159: 鎖  web1    for ever  no       -
KEY  HOLDER  LEFT      WAITING  FENCE
akk…  web1    for ever  no       -
b  web1    for ever  no       -
鎖  web1    for ever  no       -
KEY  HOLDER  LEFT      WAITING  FENCE
b    web1    for ever  no       -
鎖   web1    for ever  no       -
"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa..." is free
