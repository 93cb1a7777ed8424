--TEST--
Colours are on a terminal alone, not with NO_COLOR, not on a dumb one, and not in a pipe
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$redis->call('SET', 'job', 'rl_0123456789abcdef0123456789abcdef@web1');
$coloured = fn (string $output): string => (str_contains($output, 'web1') ? '' : 'nothing was shown, ') . (str_contains($output, "\e[") ? 'coloured' : 'plain');
foreach (['show' => ['show', 'job'], 'list' => ['list']] as $name => $words) {
    echo "$name: ", implode(', ', [
        'terminal ' . $coloured(terminal($redis, $words)['output']),
        'NO_COLOR ' . $coloured(terminal($redis, $words, [], ['NO_COLOR' => '1'])['output']),
        'dumb ' . $coloured(terminal($redis, $words, [], ['TERM' => 'dumb'])['output']),
        'pipe ' . $coloured(redislock($redis, $words, [], ['TERM' => 'xterm'])->out),
    ]), "\n";
}
--EXPECT--
show: terminal coloured, NO_COLOR plain, dumb plain, pipe plain
list: terminal coloured, NO_COLOR plain, dumb plain, pipe plain
