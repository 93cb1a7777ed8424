--TEST--
A peer or a floor that took 0 in a round gives no quotient of it: of three handoffs the median can be 0
--FILE--
<?php
foreach (['harness/figures', 'harness/quantiles', 'bench/floor', 'bench/part'] as $part) {
    require_once __DIR__ . "/../../benches/$part.php";
}
final class Rounds extends Part
{
    public function __construct(protected readonly Figures $figures, protected readonly array $names)
    {
    }

    public function pieces(): array
    {
        return [];
    }

    public function rows(): array
    {
        return [];
    }

    public function add(float $floor): void
    {
        $this->addRound('m', ['redislock' => ['handoff' => 3.0], Floor::NAME => ['handoff' => $floor]], ['handoff']);
    }
}
$figures = new Figures();
$rounds = new Rounds($figures, ['redislock']);
array_map($rounds->add(...), [2.0, 0.0, 1.0]);
foreach (['m handoff', 'm handoff to ' . Floor::NAME] as $figure) {
    echo implode(' ', $figures->of('redislock', $figure)), "\n";
}
--EXPECT--
3 3 3
1.5 3
