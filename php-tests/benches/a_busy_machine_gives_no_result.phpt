--TEST--
When others keep the machine busy the benchmark says so, calls nothing a result, and ends with 3
--SKIPIF--
<?php
require __DIR__ . '/bench.inc';
($lack = bench_lacks()) === null || die("skip $lack");
--FILE--
<?php
require __DIR__ . '/bench.inc';

// Not a child of the benchmark's, so it is foreign to it.
$busy = RedisServer::start()->background('while (true) { sqrt(2.0); }');
$result = bench(true, '--quick', '--noise=1', 'footprint');
$busy->kill();
echo $result->code, "\n", preg_replace('/\d+ %$/m', 'N %', strstr($result->out, 'NOT A RESULT')), $result->err;
--EXPECT--
3
NOT A RESULT: others took more than 1 % of this machine while these were measured:
  the extension itself: N %
Run it again when the machine does nothing else.
