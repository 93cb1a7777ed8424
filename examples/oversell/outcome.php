<?php
// Owns what came out of a round, and the judgement whether it was exact.
// Does not print (report.php).
// Called by round.php, which fills it in, and by report.php and oversell.php.

declare(strict_types=1);

final class Outcome
{
    /**
     * @param array<int, int> $sales pieces sold, by seller
     * @param list<string> $troubles what went wrong with sellers: stopped, or ended with an error
     */
    public function __construct(
        public readonly array $sales,
        public readonly int $stock,
        public readonly int $lostUpdates,
        public readonly Timeline $timeline,
        public readonly array $troubles,
    ) {
    }

    public function sold(): int
    {
        return array_sum($this->sales);
    }

    public function oversold(): int
    {
        return max(0, $this->sold() - Shop::STOCK);
    }

    /** @return list<string> what is not as it has to be under a lock; empty: exact */
    public function faults(): array
    {
        $faults = $this->troubles;
        if ($this->sold() !== Shop::STOCK) {
            $faults[] = "{$this->sold()} sold instead of " . Shop::STOCK;
        }
        if ($this->stock !== 0) {
            $faults[] = "a stock of $this->stock left";
        }
        if ($this->lostUpdates > 0) {
            $faults[] = "$this->lostUpdates lost updates";
        }
        if ($this->timeline->secondsTogether() > 0) {
            $faults[] = 'two sellers inside at the same time';
        }

        return $faults;
    }
}
