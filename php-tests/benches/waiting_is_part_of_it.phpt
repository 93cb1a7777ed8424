--TEST--
What bench-waiting measures is part of the benchmark: its table, its budgets, and its plot
--SKIPIF--
<?php
require __DIR__ . '/bench.inc';
($lack = bench_lacks()) === null || die("skip $lack");
--FILE--
<?php
require __DIR__ . '/bench.inc';

$folder = __FILE__ . '.plots';
mkdir($folder);
$result = bench(true, '--quick', '--noise=100', "--plots=$folder", 'waiting');
preg_match_all('/^(burst|steady state|end of a wait|holder killed|signalled waiter|[\d,]+ idle|in all)/m', $result->out, $found);
echo implode(', ', $found[1]), "\n";
preg_match('/overlapping holds +0  <= 0 +ok/', $result->out) || print $result->out;
echo 'plots ', implode(', ', array_map(basename(...), glob("$folder/*"))), "\n";
echo $result->err;
--CLEAN--
<?php
$folder = str_replace('.clean.php', '.php', __FILE__) . '.plots';
array_map(unlink(...), glob("$folder/*"));
@rmdir($folder);
--EXPECT--
burst, burst, steady state, end of a wait, holder killed, signalled waiter, 20 idle, in all
plots waiting.svg
