--TEST--
The benchmark refuses options and parts that it does not know, and figures of few cycles for the pages
--EXTENSIONS--
redislock
--SKIPIF--
<?php
require __DIR__ . '/bench.inc';
($lack = bench_lacks()) === null || die("skip $lack");
--FILE--
<?php
require __DIR__ . '/bench.inc';

foreach ([['--fast'], ['cycle'], ['--noise=much'], ['--readme', '--quick'], ['--readme', 'cycles'], ['--readme', '--beside=' . __FILE__]] as $arguments) {
    $result = bench(true, ...$arguments);
    echo "$result->code $result->out", strtok($result->err, "\n"), "\n";
}
?>
--EXPECT--
2 bench.php: --fast is no option and no part
2 bench.php: cycle is no option and no part
2 bench.php: --noise=much is no option and no part
2 bench.php: --readme needs all parts, and neither --quick nor --beside
2 bench.php: --readme needs all parts, and neither --quick nor --beside
2 bench.php: --readme needs all parts, and neither --quick nor --beside
