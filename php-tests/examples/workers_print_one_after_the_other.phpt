--TEST--
The five workers all print, one after the other, and leave the printer free
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
configure_every_php($redis);
$result = example($redis, 'workers')->wait();
// A worker speaks of its pages when the next may have begun.
$turns = preg_grep('/(begins to print|has printed)$/', explode("\n", trim($result->out)));
foreach (array_chunk($turns, 2) as [$begin, $end]) {
    echo str_replace('begins to print', 'has printed', $begin) === $end ? "a turn\n" : "$begin, but then $end\n";
}
preg_match_all('/^worker (\d): 3 pages$/m', $result->out, $done);
sort($done[1]);
echo 'workers ', implode(' ', $done[1]), "\n$result->err";
echo "status $result->code, printer: {$redis->call('EXISTS', 'printer')}\n";
--EXPECT--
a turn
a turn
a turn
a turn
a turn
workers 1 2 3 4 5
status 0, printer: 0
