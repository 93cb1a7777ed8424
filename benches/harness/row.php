<?php
// Owns one line of the table: how its figure is summed up and written, its budget, and whether that is kept.
// Does not lay out the table (table.php).

declare(strict_types=1);

final class Row
{
    /**
     * @param string $figure as Figures knows it
     * @param string $unit what is written after the value
     * @param 'median'|'max'|'sum' $summary of the values of all rounds or trials
     * @param float|null $atMost the budget of RedisLock
     * @param float|null $atLeast likewise
     * @param bool $isCompared whether a quotient by RedisLock's value says something
     * @param bool $isListed whether benches/figures.md shows it for all contenders
     * @param string|null $inReadme what README's table calls it; null: it is not one of its few
     * @param bool $isMoreBetter of a figure without a budget: whether more of it is better
     * @param string|null $sentence what benches/figures.md calls it, where its label does not stand alone; of waiting, null: it is not there
     */
    public function __construct(
        public readonly string $label,
        private readonly string $figure,
        private readonly string $unit = '',
        private readonly int $decimals = 0,
        private readonly string $summary = 'median',
        private readonly ?float $atMost = null,
        private readonly ?float $atLeast = null,
        private readonly bool $isCompared = false,
        public readonly bool $isListed = false,
        public readonly ?string $inReadme = null,
        public readonly ?string $sentence = null,
        private readonly bool $isMoreBetter = false,
    ) {
    }

    public function value(Figures $figures, string $contender): ?float
    {
        $values = $figures->of($contender, $this->figure);

        return match (true) {
            $values === [] => null,
            $this->summary === 'max' => max($values),
            $this->summary === 'sum' => array_sum($values),
            default => median($values),
        };
    }

    /**
     * One contender's value as a multiple of another's.
     *
     * @return list<float> of a median, that of each round; of what else was measured, one; empty: one of them was not measured
     */
    public function quotients(Figures $figures, string $contender, string $other): array
    {
        [$values, $others] = [$figures->of($contender, $this->figure), $figures->of($other, $this->figure)];
        if ($values === [] || $others === []) {
            return [];
        }
        if ($this->summary !== 'median' || count($values) !== count($others)) {
            [$values, $others] = [[$this->value($figures, $contender)], [$this->value($figures, $other)]];
        }
        $quotient = fn (float $value, float $other): float => match (true) {
            $other != 0 => $value / $other,
            default => $value == 0 ? 1.0 : INF,
        };

        return array_map($quotient, $values, $others);
    }

    /** Whether a quotient by what was before says that it became worse by more than $tolerance. */
    public function isWorse(float $quotient, float $tolerance): bool
    {
        return $this->isMoreBetter || $this->atLeast !== null ? $quotient < 1 - $tolerance : $quotient > 1 + $tolerance;
    }

    public function written(?float $value): string
    {
        return match (true) {
            $value === null => '-',
            $this->unit === ' us' && $value >= 10_000 => number_format($value / 1e3) . ' ms',
            default => number_format($value, $value < 1_000 ? $this->decimals : 0) . $this->unit,
        };
    }

    public function budget(): string
    {
        return match (true) {
            $this->atMost !== null => '<= ' . self::short($this->atMost) . $this->unit,
            $this->atLeast !== null => '>= ' . self::short($this->atLeast) . $this->unit,
            default => '',
        };
    }

    /** Null where there is no budget, or nothing was measured. */
    public function isKept(?float $value): ?bool
    {
        return match (true) {
            $value === null => null,
            $this->atMost !== null => $value <= $this->atMost,
            $this->atLeast !== null => $value >= $this->atLeast,
            default => null,
        };
    }

    /** How many times RedisLock's value another's is: "36x". */
    public function ratio(?float $value, ?float $ours): string
    {
        if (!$this->isCompared || $value === null || !$ours) {
            return '';
        }
        $ratio = $value / $ours;

        return number_format($ratio, match (true) {
            $ratio < 0.995 => 2,
            $ratio < 9.95 => 1,
            default => 0,
        }) . 'x';
    }

    private static function short(float $number): string
    {
        return $number < 1_000 ? (string) $number : number_format($number);
    }
}
