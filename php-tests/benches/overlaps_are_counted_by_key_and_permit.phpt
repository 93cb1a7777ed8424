--TEST--
Of several keys the holds of each are compared, of a lock with permits as many may last at once, and a handoff is the free permit's
--EXTENSIONS--
redislock
--FILE--
<?php
foreach (['harness/quantiles', 'harness/figures', 'harness/contender', 'waiting/holds'] as $part) {
    require_once __DIR__ . "/../../benches/$part.php";
}
$hold = fn (int $began, int $ended, string ...$keys): array =>
    ['wanted' => 0, 'began' => $began, 'ended' => $ended, 'released' => $ended + 1] + ($keys === [] ? [] : ['keys' => $keys]);
$show = function (string $what, array $holds, int $permits = 1): void {
    $holds = new Holds($holds, $permits);
    echo "$what: $holds->overlaps; handoffs ", implode(' ', $holds->handoffs), '; changes ', implode(' ', $holds->changes), "\n";
};

$show('one after the other', [$hold(40, 50), $hold(10, 20), $hold(20, 30)]);
$show('two at once', [$hold(10, 20), $hold(15, 18), $hold(17, 30), $hold(30, 40)]);
$show('other keys at once', [$hold(10, 20, 'a', 'b'), $hold(12, 22, 'c'), $hold(25, 30, 'b', 'c')]);
$show('one key of two at once', [$hold(10, 20, 'a', 'b'), $hold(15, 25, 'b', 'c')]);
$show('as many as there are permits', [$hold(10, 40), $hold(11, 20), $hold(25, 30), $hold(32, 50), $hold(45, 60)], 2);
$show('one more', [$hold(10, 40), $hold(11, 20), $hold(12, 30), $hold(42, 50)], 2);

$figures = new Figures();
$before = $figures->snapshot();
$figures->add('ours', 'm', ['overlaps' => 1, 'rate' => 2, 'holds, overlaps' => 3]);
$figures->restore($before);
echo 'kept of a round that does not count: ', json_encode([$figures->of('ours', 'overlaps'), $figures->of('ours', 'm holds, overlaps'), $figures->of('ours', 'm rate')]), "\n";
?>
--EXPECT--
one after the other: 0; handoffs 0 9; changes 0 10
two at once: 2; handoffs 0; changes 0
other keys at once: 0; handoffs 4 2; changes 5 3
one key of two at once: 1; handoffs ; changes 
as many as there are permits: 0; handoffs 4 1 4; changes 5 2 5
one more: 1; handoffs 11; changes 12
kept of a round that does not count: [[1],[3],[]]
