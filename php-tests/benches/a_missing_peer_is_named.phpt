--TEST--
Without phpredis the benchmark names its package, measures the others, and leaves no budget that needs it unmentioned
--EXTENSIONS--
redislock
--SKIPIF--
<?php
require __DIR__ . '/bench.inc';
($lack = bench_lacks()) === null || die("skip $lack");
--FILE--
<?php
require __DIR__ . '/bench.inc';

$result = bench(false, '--quick', '--noise=100', 'crowd');
echo implode("\n", preg_grep('/did not take part/', explode("\n", $result->out))), "\n";
echo implode("\n", preg_grep('/^Not judged/', explode("\n", $result->out))), "\n";
var_dump(preg_match('/cycles per second +[\d,]+ /', $result->out), $result->code);
echo $result->err;
?>
--EXPECT--
phpredis did not take part: on Debian, install php-redis
Laravel did not take part: on Debian, install php-redis
Symfony did not take part: on Debian, install php-redis
Not judged, for a peer is missing: 8 clients, unpinned, TCP: rate to phpredis; 8 clients, unpinned, TCP: p99 to phpredis.
int(1)
int(1)
