--TEST--
Requests in php-fpm are measured in each layout with a connection that is reused and, for peers, with a new one
--SKIPIF--
<?php
require __DIR__ . '/bench.inc';
require __DIR__ . '/../fpm/pool.inc';
($lack = bench_lacks()) === null || die("skip $lack");
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
--FILE--
<?php
require __DIR__ . '/bench.inc';

$result = bench(true, '--quick', '--noise=100', 'requests');
foreach (['one core', 'two cores', 'unpinned'] as $layout) {
    $rows = block($result->out, "php-fpm, $layout");
    // RedisLock, by unset, the floor, phpredis; the floor is no PHP, and RedisLock's connection outlives its request.
    $reused = preg_grep('/^  connection reused( +[\d.,]+ (us|ms)){2} +- +[\d.,]+ /', $rows);
    $new = preg_grep('/^  new connection +- +- +- +[\d.,]+ /', $rows);
    $judged = preg_grep('/to phpredis pconnect +[\d.]+x +<= 0.8x +(kept|MISSED)/', $rows);
    echo "$layout: ", count($reused), ' ', count($new), ' ', count($judged), "\n";
}
echo $result->err;
--EXPECT--
one core: 1 1 1
two cores: 1 1 1
unpinned: 1 1 1
