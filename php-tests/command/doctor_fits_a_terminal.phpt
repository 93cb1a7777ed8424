--TEST--
redislock doctor colours its levels in a terminal and keeps within its width
--FILE--
<?php
require __DIR__ . '/doctor.inc';

$redis = RedisServer::start('--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru');
foreach ([[60, []], [200, []], [80, ['NO_COLOR' => '1']]] as [$columns, $environment]) {
    $output = terminal($redis, ['doctor'], [], $environment, 24, $columns)['output'];
    $widest = max(array_map('strlen', preg_split('/\r?\n/', preg_replace('/\e\[[0-9;]*m/', '', $output))));
    echo $columns, ': ', $widest <= min(88, $columns) ? 'fits' : "$widest wide", ', ', preg_match('/\e\[31m  error /', $output) ? 'coloured' : 'plain', "\n";
}
--EXPECT--
60: fits, coloured
200: fits, coloured
80: fits, plain
