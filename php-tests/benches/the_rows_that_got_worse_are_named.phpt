--TEST--
Each row in which RedisLock is worse than another build by more than 2 % is named; their rounds are compared one by one
--FILE--
<?php
foreach (['figures', 'quantiles', 'row', 'comparison'] as $part) {
    require_once __DIR__ . "/../../benches/harness/$part.php";
}
$figures = new Figures();
$values = [
    // The machine got slower from round to round, and the build did not.
    'same' => [[10, 20, 40, 80], [10, 20, 40, 80]],
    'slower' => [[10, 21, 42, 84], [10, 20, 40, 80]],
    'less noisy than that' => [[102, 101], [100, 100]],
    'quicker' => [[9, 18], [10, 20]],
    'rate' => [[95], [100]],
    'higher rate' => [[105], [100]],
    'none before' => [[0], [0]],
    'some now' => [[1], [0]],
];
foreach ($values as $name => [$now, $before]) {
    $figures->add('now', 'm', [$name => $now]);
    $figures->add('before', 'm', [$name => $before]);
}
$figures->add('now', 'm', ['new' => 1]);
$row = fn (string $name): Row => new Row($name, "m $name", isMoreBetter: str_contains($name, 'rate'));
$comparison = new Comparison('/old/redislock.so');
$comparison->compare(['part: of it' => array_map($row, [...array_keys($values), 'new'])], $figures, 'now', 'before');
echo implode("\n", $comparison->lines()), "\n";

$kept = new Comparison('/old/redislock.so');
$kept->compare(['part' => [$row('same')]], $figures, 'now', 'before');
echo implode("\n", $kept->lines()), "\n";
--EXPECT--
RedisLock is worse than /old/redislock.so by more than 2 % (in brackets, the middle half of the rounds):
  part: slower: 1.05x (1.00x to 1.05x)
  part: rate: 0.95x
  part: some now: was 0
In no row RedisLock is worse than /old/redislock.so by more than 2 %.
