--TEST--
How soon the fibers of a thread have a lock, by how many connections, and what a timer beside them notices, is measured and judged
--EXTENSIONS--
redislock
--SKIPIF--
<?php
require __DIR__ . '/bench.inc';
($lack = bench_lacks()) === null || die("skip $lack");
--FILE--
<?php
require __DIR__ . '/bench.inc';

$result = bench(true, '--quick', '--noise=100', 'loops');
$rows = block($result->out, '10 fibers wait for what another of their thread holds, unpinned, TCP');
echo count(preg_grep('/^  (all have had it after|timer late, p50|timer late, p99) +[\d.,]+ ms +<= \d+ ms +(kept|MISSED)/', $rows)), " judged\n";
echo count(preg_grep('/^  connections +1 +<= 1 +kept/', $rows)), " connection\n";
echo count(preg_grep('/^  CPU per second +[\d,]+ ms/', $rows)), " not judged\n";
echo $result->err;
?>
--EXPECT--
3 judged
1 connection
1 not judged
