--TEST--
With --beside, a second build of RedisLock takes part in every round, in processes that have it loaded
--SKIPIF--
<?php
require __DIR__ . '/bench.inc';
require __DIR__ . '/../fpm/pool.inc';
($lack = bench_lacks()) === null || die("skip $lack");
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
--FILE--
<?php
require __DIR__ . '/bench.inc';

$before = __FILE__ . '.so';
copy(str_replace(['extension="', '"'], '', extension_under_test()[1]), $before);
$bench = begin_bench(true, '--quick', '--noise=100', "--beside=$before", 'cycles', 'crowd', 'requests');
$loaded = [];
do {
    foreach (glob('/proc/[0-9]*/maps') as $maps) {
        if (str_contains((string) @file_get_contents($maps), $before)) {
            $program = (string) @file_get_contents(dirname($maps) . '/cmdline');
            $loaded[str_contains($program, 'fpm') ? 'php-fpm' : (str_contains($program, 'worker.php') ? 'worker.php' : 'other')] = true;
        }
    }
} while ($bench->isRunning() && !usleep(2_000));
unset($loaded['other']);
ksort($loaded);
echo 'loaded by ', implode(', ', array_keys($loaded)), "\n";
$result = $bench->wait();
foreach (['cycle, one core, TCP', 'cycle, unpinned, unix socket', '8 clients', 'php-fpm, two cores'] as $heading) {
    // Label, ours, a budget and whether it was kept, the other build's, how many times it that is.
    $rows = preg_grep('/^  [\w ,]+? +[\d.,]+ ?\S*  .* [\d.,]+( us| ms)? +[\d.]+x\b/', block($result->out, $heading));
    echo "$heading: ", count($rows) > 0 ? 'compared' : implode("\n", block($result->out, $heading)), "\n";
}
$end = preg_quote("than $before by more than 2 %", '/');
echo preg_match("/^(In no row RedisLock is worse|RedisLock is worse) $end/m", $result->out), "\n", $result->err;

foreach ([__FILE__, '/nowhere/redislock.so'] as $none) {
    $result = bench(true, '--quick', "--beside=$none", 'footprint');
    echo "$result->code ", str_replace(__DIR__, '', strtok($result->err, "\n")), "\n";
}
--CLEAN--
<?php
@unlink(str_replace('.clean.php', '.php', __FILE__) . '.so');
--EXPECTF--
loaded by php-fpm, worker.php
cycle, one core, TCP: compared
cycle, unpinned, unix socket: compared
8 clients: compared
php-fpm, two cores: compared
1
2 bench.php: needs a /another_build_is_measured_beside_it.php that this PHP loads (%s
2 bench.php: --beside=/nowhere/redislock.so names no file
