--TEST--
Several keys and permits are measured beside phpredis with plain scripts and judged by it, and permits beside Laravel's and Symfony's
--EXTENSIONS--
redislock
--SKIPIF--
<?php
require __DIR__ . '/bench.inc';
($lack = bench_lacks()) === null || die("skip $lack");
--FILE--
<?php
require __DIR__ . '/bench.inc';

$result = bench(true, '--quick', '--noise=100', 'several', 'permits');
$figure = '[\d,.-]+( us| ms|x)?';
foreach (['10 keys at once, one core, TCP', '10 keys at once, two cores, TCP', '64 processes, 3 of 10 keys', '64 processes, 5 permits', 'a permit is free'] as $heading) {
    // Of RedisLock, what it is judged by where it is, and of the floor; "by unset" has none.
    $rows = preg_grep("/^  [\w ,\/]+? +$figure  ((<=|>=) $figure +(kept|MISSED) +)? +- +$figure /", block($result->out, $heading));
    echo $heading, ': ', count($rows), ' rows, ', count(preg_grep('/ (kept|MISSED) /', $rows)), " judged\n";
}
foreach (['overlaps on a key +0  <= 0 +kept', 'one too many inside +0  <= 0 +kept', 'round trips, 64 permits +1.00  <= 1 +kept'] as $row) {
    preg_match("/^  $row/m", $result->out) || print $result->out;
}
$peers = ['Laravel' => 'Illuminate/Redis/autoload.php', 'Symfony' => 'Symfony/Component/Semaphore/autoload.php'];
$row = preg_split('/ {2,}/', current(preg_grep('/acquires per second/', block($result->out, '64 processes, 5 permits'))));
foreach ($peers as $peer => $file) {
    $value = $row[$peer === 'Laravel' ? count($row) - 3 : count($row) - 1];
    $isHere = stream_resolve_include_path($file) !== false;
    ($value !== '-') === $isHere || print "$peer: $value\n";
    $isHere || preg_match("/^$peer's permits did not take part/m", $result->out) || print $result->out;
}
echo $result->err;
?>
--EXPECT--
10 keys at once, one core, TCP: 3 rows, 1 judged
10 keys at once, two cores, TCP: 3 rows, 0 judged
64 processes, 3 of 10 keys: 10 rows, 4 judged
64 processes, 5 permits: 11 rows, 4 judged
a permit is free: 2 rows, 2 judged
