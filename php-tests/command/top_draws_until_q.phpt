--TEST--
redislock top draws the locks again and again, fitted to the terminal, and q leaves that as it was
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
for ($n = 10; $n < 30; $n++) {
    $redis->call('SET', "orders:$n", 'rl_0123456789abcdef0123456789abcdef@web' . str_repeat('x', 60) . $n);
}
$redis->call('SET', 'orders:17:rl-waiting{orders:17}', '1');
$shown = terminal($redis, ['top', 'orders:*', '--interval', '0.1'], [
    ['see', 'locks: 20'], ['see', 'locks: 20'], ['size', 9, 84], ['see', 'and 15 more'], ['type', 'q'],
]);
echo implode("\n", preg_replace(['/\d\d:\d\d:\d\d/', '/\d+\.\d s/', '/[▁-█]{12}/u'], ['TIME', 'N s', 'BARS'], screen($shown['output']))), "\n";
var_dump($shown['code'], $shown['restored'], str_ends_with($shown['output'], "\e[?25h\e[?1049l"), substr_count($shown['output'], "\e[?1049h"));
--EXPECT--
redislock  orders:*  locks: 20  waited: 1 BARS  by wait (w h k)  q quits

KEY        HOLDER                                         LEFT      HELD     WAITING
orders:17  webxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…  for ever  > N s  N s
orders:10  webxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…  for ever  > N s  no
orders:11  webxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…  for ever  > N s  no
orders:12  webxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…  for ever  > N s  no
orders:13  webxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…  for ever  > N s  no
and 15 more
int(0)
bool(true)
bool(true)
int(1)
