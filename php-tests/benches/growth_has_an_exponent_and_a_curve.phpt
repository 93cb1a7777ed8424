--TEST--
Growth is measured at every size, with the exponent of its curve, and drawn
--EXTENSIONS--
redislock
--SKIPIF--
<?php
require __DIR__ . '/bench.inc';
($lack = bench_lacks()) === null || die("skip $lack");
--FILE--
<?php
require __DIR__ . '/bench.inc';
require __DIR__ . '/../../benches/harness/growth_of.php';

printf("%.3f %.3f %.3f\n", exponent([1 => 5.0, 10 => 5.0, 100 => 5.0]), exponent([4 => 8.0, 64 => 128.0]), exponent([1 => 9.0, 4 => 4.5]));

$folder = sys_get_temp_dir() . '/' . bin2hex(random_bytes(4));
mkdir($folder);
$result = bench(true, '--quick', '--noise=100', "--plots=$folder", 'growth');
foreach (['change of holder', 'server CPU', 'CPU of a renewal', 'cycles per second'] as $what) {
    // Of so few renewals the CPU may be less than what is counted.
    $digit = $what === 'CPU of a renewal' ? '\d' : '[1-9]';
    echo preg_match_all("/^  \d+ \w+: $what +[\d.,]*$digit/m", $result->out), " of $what, ";
    echo preg_match("/^  exponent of $what +-?\d/m", $result->out), " exponent\n";
}
echo preg_match('/^  not kept +0 /m', $result->out), " line of what was not kept\n";
$plot = file_get_contents("$folder/growth.svg");
echo substr_count($plot, 'class="curve ours"'), ' curves, ', substr_count($plot, 'class="dot ours"'), " points\n", $result->err;
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
?>
--EXPECT--
0.000 1.000 -0.500
2 of change of holder, 1 exponent
2 of server CPU, 1 exponent
2 of CPU of a renewal, 1 exponent
2 of cycles per second, 1 exponent
1 line of what was not kept
3 curves, 6 points
