--TEST--
The benchmark measures everybody in each layout, judges RedisLock by its budgets, and ends as it judged
--SKIPIF--
<?php
require __DIR__ . '/bench.inc';
($lack = bench_lacks()) === null || die("skip $lack");
--FILE--
<?php
require __DIR__ . '/bench.inc';

$result = bench(true, '--quick', '--noise=100', 'cycles', 'footprint');
echo preg_replace('/ +/', ' ', strtok(strstr($result->out, '    RedisLock '), "\n")), "\n";
foreach (['one core', 'two cores', 'unpinned'] as $layout) {
    foreach (['TCP', 'unix socket'] as $transport) {
        [$title, $p50] = block($result->out, "cycle, $layout, $transport");
        // RedisLock, by unset, the floor and phpredis are here in any case.
        echo $title, preg_match('/^  p50 +([\d.,]+ us +){4}/', $p50) ? ': measured' : ": $p50", "\n";
    }
}
$judged = preg_match_all('/ (<=|>=) [\d.,]+ ?\w* +(kept|MISSED)/', $result->out, $verdicts);
$missed = count(array_keys($verdicts[2], 'MISSED'));
var_dump($judged, str_contains($result->out, 'RedisLock MISSED: ') === $missed > 0, $result->code === (int) ($missed > 0));
echo preg_match('/^growth in .*/m', $result->out), $result->err;
--EXPECTF--
 RedisLock budget by unset floor phpredis Laravel predis Symfony
cycle, one core, TCP: measured
cycle, one core, unix socket: measured
cycle, two cores, TCP: measured
cycle, two cores, unix socket: measured
cycle, unpinned, TCP: measured
cycle, unpinned, unix socket: measured
int(11)
bool(true)
bool(true)
0
