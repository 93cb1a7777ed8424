--TEST--
Holds that overlap are counted, also in a round that does not count, and a handoff is from one hold to the next
--FILE--
<?php
foreach (['harness/quantiles', 'harness/figures', 'harness/contender', 'waiting/holds'] as $part) {
    require_once __DIR__ . "/../../benches/$part.php";
}
$hold = fn (int $began, int $ended): array => ['wanted' => 0, 'began' => $began, 'ended' => $ended, 'released' => $ended + 1];
$show = function (string $what, array $holds): void {
    $holds = new Holds($holds);
    echo "$what: $holds->overlaps; handoffs ", implode(' ', $holds->handoffs), '; changes ', implode(' ', $holds->changes), "\n";
};

$show('one after the other', [$hold(40, 50), $hold(10, 20), $hold(20, 30)]);
$show('two at once', [$hold(10, 20), $hold(15, 18), $hold(17, 30), $hold(30, 40)]);

$figures = new Figures();
$before = $figures->snapshot();
$figures->add('ours', 'm', ['overlaps' => 1, 'rate' => 2, 'holds, overlaps' => 3]);
$figures->restore($before);
echo 'kept of a round that does not count: ', json_encode([$figures->of('ours', 'overlaps'), $figures->of('ours', 'm holds, overlaps'), $figures->of('ours', 'm rate')]), "\n";
--EXPECT--
one after the other: 0; handoffs 0 9; changes 0 10
two at once: 2; handoffs 0; changes 0
kept of a round that does not count: [[1],[3],[]]
