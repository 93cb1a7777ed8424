--TEST--
Requests of one session are measured beside phpredis's locking and PHP's files, and what phpredis loses by its defaults is counted
--EXTENSIONS--
redislock
--SKIPIF--
<?php
require __DIR__ . '/bench.inc';
require __DIR__ . '/../fpm/pool.inc';
($lack = bench_lacks()) === null || die("skip $lack");
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
--FILE--
<?php
require __DIR__ . '/bench.inc';

$result = bench(true, '--quick', '--noise=100', 'sessions');
$rows = block($result->out, '32 requests of one session');
$value = fn (string $label, string $columns): int => count(preg_grep("/^ +$label +$columns/", $rows));
// RedisLock and its verdict, by unset, the floor, phpredis.
var_dump($value('until all are served', '[\d,]+ ms +<= 1,680 ms +(kept|MISSED) +- +[\d,]+ ms +[\d,]+ ms'));
var_dump($value('two at once', '0 +<= 0 +kept +- +0 +0'), $value('writes lost', '0 +<= 0 +kept +- +0 +0'));
var_dump($value('commands to Redis', '\d+ +<= 300 +(kept|MISSED) +- +0 +[\d,]+'));
var_dump($value('writes lost', '- +- +- +\d+'));
echo $result->err;
?>
--EXPECT--
int(1)
int(1)
int(1)
int(1)
int(1)
