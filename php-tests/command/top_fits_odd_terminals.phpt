--TEST--
redislock top draws no more than fits: in a terminal that does not know its size, a low one, a narrow one, and one of one column
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
for ($n = 10; $n < 40; $n++) {
    $redis->call('SET', "orders:$n:鎖鎖鎖", 'rl_0123456789abcdef0123456789abcdef@web' . $n);
}
foreach ([[0, 0], [2, 80], [6, 12], [24, 1]] as [$rows, $columns]) {
    $shown = terminal($redis, ['top', '--interval', '0.1'], [['see', "\e[H"], ['see', "\e[H"], ['see', "\e[H"], ['type', 'q']], ['NO_COLOR' => '1'], $rows, $columns);
    // The one before the last, which is complete.
    $frame = array_slice(explode("\e[H", $shown['output']), -2, 1)[0];
    $lines = explode("\r\n", preg_replace(['/(\r\n)?\e\[J/', '/\e\[K/', '/\d\d:\d\d:\d\d/'], ['', '', 'TT:II:ME'], $frame));
    echo "$rows $columns: ", count($lines), ' lines -> ', $shown['code'], "\n";
    echo $rows === 24 || $rows === 0 ? end($lines) . "\n" : implode("\n", $lines) . "\n";
}
$redis->stop();
echo terminal($redis, ['top'], [['see', "\e[H"], ['type', 'q']], [], 24, 1)['code'], "\n";
--EXPECT--
0 0: 24 lines -> 0
and 10 more
2 80: 2 lines -> 0
redislock  *  locks: 30  waited: 0 ▁▁▁▁▁▁▁▁▁▁▁▁  by wait (w h k)  q quits

6 12: 6 lines -> 0
redislock  *

KEY       HO
orders:…  we
orders:…  we
and 28 more
24 1: 24 lines -> 0
a
0
