--TEST--
Each road to a lock is measured beside the peers and the floor that can take it, judged, and its servers end with it
--SKIPIF--
<?php
require __DIR__ . '/bench.inc';
($lack = bench_lacks()) === null || die("skip $lack");
is_executable('/usr/bin/openssl') || die('skip there is no openssl to make certificates with');
--FILE--
<?php
require __DIR__ . '/bench.inc';

// All that the benchmark starts inherits both. A server writes its title over what it has inherited, and has a folder there.
$folder = sys_get_temp_dir() . '/roads-' . getmypid();
mkdir($folder);
putenv("TMPDIR=$folder");
putenv("REDISLOCK_ROADS_OF=$folder");
$result = bench(true, '--quick', '--noise=100', 'roads');
// Ours, by unset, floor, phpredis, Laravel, predis, Symfony.
$roads = [
    'TLS' => 'yy?y???', 'Sentinel' => 'yyyy-??', 'cluster of 3' => 'yyyy???', 'quorum of 5' => 'yy-y--?', '1 ms away' => 'yyyy???',
];
foreach ($roads as $road => $expected) {
    $rows = block($result->out, "road, $road, ");
    preg_match('/^  p50 +(.*)/', $rows[1] ?? '', $found);
    preg_match_all('/[\d.,]+ (?:us|ms)|-/', $found[1] ?? '', $cells);
    $seen = implode('', array_map(fn (string $cell): string => $cell === '-' ? '-' : 'y', $cells[0]));
    preg_match('/^' . strtr($expected, ['?' => '[y-]']) . '$/', $seen) || print "$road: $seen\n" . implode("\n", $rows) . "\n";
}
$judged = [
    'TLS' => 'p50 to phpredis', 'Sentinel' => 'p50 to one master', 'cluster of 3' => 'p50 to one master',
    'quorum of 5' => 'client CPU to phpredis', '1 ms away' => 'by unset, to phpredis',
];
foreach ($judged as $road => $row) {
    $kept = preg_grep("/^  $row +[\d.]+x +<= [\d.]+x +(kept|MISSED)/", block($result->out, "road, $road"));
    count($kept) === 1 || print "$road: $row: not judged\n";
}
echo preg_match_all('/^  new connection +\d/m', $result->out), " with new connections\n", $result->err;

/** @return list<string> the processes that have outlived the benchmark, but for this test's own */
function left(string $folder): array
{
    $left = [];
    foreach (glob('/proc/[0-9]*') as $process) {
        $command = strtr((string) @file_get_contents("$process/cmdline"), "\0", ' ');
        $inherited = (string) @file_get_contents("$process/environ");
        $isIts = str_contains($command, "$folder/") || str_contains($inherited, "REDISLOCK_ROADS_OF=$folder\0");
        preg_match('/\) \S (\d+)/', (string) @file_get_contents("$process/stat"), $parent);
        if ($isIts && !in_array((string) getmypid(), [basename($process), $parent[1] ?? ''], true)) {
            $left[] = $command;
        }
    }

    return $left;
}
echo eventually(PATIENCE, fn (): bool => left($folder) === []) ? "no process is left\n" : implode("\n", left($folder));
echo eventually(PATIENCE, fn (): bool => glob("$folder/*") === []) ? "no folder is left\n" : implode("\n", glob("$folder/*"));
rmdir($folder);
--EXPECT--
3 with new connections
no process is left
no folder is left
