--TEST--
Of the budgets that RedisLock misses, the benchmark names those that the floor most like it misses, too
--FILE--
<?php
foreach (['figures', 'quantiles', 'row', 'verdict'] as $part) {
    require_once __DIR__ . "/../../benches/harness/$part.php";
}
$figures = new Figures();
foreach (['ours' => [2, 2, 2, 2], 'plain' => [3, 1, 1, 3], 'careful' => [1, 3, 1]] as $name => $values) {
    $figures->add($name, 'm', array_combine(array_slice(['a', 'b', 'c', 'd'], 0, count($values)), $values));
}
$rows = array_map(fn (string $letter): Row => new Row($letter, "m $letter", ' us', 1, atMost: 1.5), ['a', 'b', 'c', 'd', 'none']);
$verdict = new Verdict();
$verdict->judge(['part, of it' => $rows], $figures, 'ours', ['absent' => 'absent floor', 'plain' => 'floor', 'careful' => 'careful floor']);
echo implode("\n", $verdict->lines()), "\n", implode(', ', $verdict->unknown), "\n";

$kept = new Verdict();
$kept->judge(['part' => [$rows[1]]], $figures, 'plain', ['careful' => 'careful floor']);
echo implode("\n", $kept->lines()), "\n";
--EXPECT--
RedisLock MISSED: part, of it: a; part, of it: b; part, of it: c; part, of it: d.
The careful floor misses it, too: part, of it: b (3.0 us).
The floor misses it, too: part, of it: d (3.0 us).
part, of it: none
RedisLock kept all budgets.
