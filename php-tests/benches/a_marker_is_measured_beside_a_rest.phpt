--TEST--
What it costs a cycle that its release leaves a done marker is measured beside one that leaves a rest, and judged on one core
--EXTENSIONS--
redislock
--SKIPIF--
<?php
require __DIR__ . '/bench.inc';
($lack = bench_lacks()) === null || die("skip $lack");
--FILE--
<?php
require __DIR__ . '/bench.inc';

$result = bench(true, '--quick', '--noise=100', 'done');
foreach (['one core', 'two cores', 'unpinned'] as $layout) {
    $rows = block($result->out, "cycle that leaves a rest or a marker, $layout, TCP");
    $measured = preg_grep('/^  (rest|marker), p50 +[\d.,]+ [um]s /', $rows);
    $compared = preg_grep('/^  marker, p50 to rest +\d\.\d{3}x /', $rows);
    echo "$layout: ", count($measured), ' and ', count($compared), ', ', count(preg_grep('/<= 1\.05x? +(kept|MISSED)/', $rows)), " judged\n";
}
echo $result->err;
?>
--EXPECT--
one core: 2 and 1, 1 judged
two cores: 2 and 1, 0 judged
unpinned: 2 and 1, 0 judged
