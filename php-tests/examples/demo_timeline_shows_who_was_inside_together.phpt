--TEST--
In the demo's timeline only sellers who were inside together share a column, and every overlap counts
--FILE--
<?php
require __DIR__ . '/../../examples/oversell/timeline.php';

function show(Timeline $timeline): void
{
    foreach ([1, 2] as $seller) {
        echo implode(array_map(fn (bool $inside): string => $inside ? '#' : '.', $timeline->row($seller, 8))), "\n";
    }
    echo implode($timeline->inside(8)), ', ', $timeline->secondsTogether(), ' of ', $timeline->seconds(), " s\n";
}

$ms = 1_000_000;
$start = 7_000_000_000_000;
$following = new Timeline();
$following->add(2, $start + (int) (2.6 * $ms), $start + 5 * $ms);
$following->add(1, $start, $start + (int) (2.6 * $ms));
show($following);

$together = new Timeline();
$together->add(1, $start, $start + (int) (2.6 * $ms));
$together->add(2, $start + (int) (2.3 * $ms), $start + 5 * $ms);
$together->add(1, $start + 6 * $ms, $start + 7 * $ms);
show($together);

show(new Timeline());
--EXPECT--
###.....
...##...
11111000, 0 of 0.005 s
###...#.
..###...
11211010, 0.0003 of 0.007 s
........
........
00000000, 0 of 0 s
