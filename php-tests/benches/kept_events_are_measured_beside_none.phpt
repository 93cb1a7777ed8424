--TEST--
What it costs a cycle that events are kept is measured beside cycles without, for both ends of a lock, and judged on one core
--EXTENSIONS--
redislock
--SKIPIF--
<?php
require __DIR__ . '/bench.inc';
($lack = bench_lacks()) === null || die("skip $lack");
--FILE--
<?php
require __DIR__ . '/bench.inc';

$result = bench(true, '--quick', '--noise=100', 'events');
foreach (['one core', 'two cores', 'unpinned'] as $layout) {
    $rows = block($result->out, "cycle with 1000 events kept, $layout, TCP");
    $measured = preg_grep('/^  (release|unset), p50 +[\d.,]+ [um]s /', $rows);
    $compared = preg_grep('/^  (release|unset), p50 to none kept +\d\.\d{3}x /', $rows);
    echo "$layout: ", count($measured), ' and ', count($compared), ', ', count(preg_grep('/<= 1\.02x? +(kept|MISSED)/', $rows)), " judged\n";
}
echo $result->err;
?>
--EXPECT--
one core: 2 and 2, 2 judged
two cores: 2 and 2, 0 judged
unpinned: 2 and 2, 0 judged
