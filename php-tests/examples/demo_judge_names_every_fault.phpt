--TEST--
The demo's judge calls a round exact only without any fault, and names each
--FILE--
<?php
foreach (['outcome', 'shop', 'timeline'] as $part) {
    require __DIR__ . "/../../examples/oversell/$part.php";
}

$alone = new Timeline();
$alone->add(1, 1_000, 2_000);
$alone->add(2, 2_000, 3_000);
$together = new Timeline();
$together->add(1, 1_000, 2_000);
$together->add(2, 1_999, 3_000);
foreach ([
    new Outcome([1 => 60, 2 => 40], 0, 0, $alone, []),
    new Outcome([1 => 60, 2 => 39], 0, 0, $alone, []),
    new Outcome([1 => 60, 2 => 41], 0, 0, $alone, []),
    new Outcome([1 => 60, 2 => 40], -1, 0, $alone, []),
    new Outcome([1 => 60, 2 => 40], 0, 1, $alone, []),
    new Outcome([1 => 60, 2 => 40], 0, 0, $together, []),
    new Outcome([1 => 60, 2 => 40], 0, 0, $alone, ['1 of the sellers ended with status 255']),
] as $outcome) {
    echo $outcome->oversold(), ' oversold: ', implode('; ', $outcome->faults()) ?: 'exact', "\n";
}
--EXPECT--
0 oversold: exact
0 oversold: 99 sold instead of 100
1 oversold: 101 sold instead of 100
0 oversold: a stock of -1 left
0 oversold: 1 lost updates
0 oversold: two sellers inside at the same time
0 oversold: 1 of the sellers ended with status 255
