<?php
// Owns how often each thing is measured.
// Measures nothing.

declare(strict_types=1);

final class Counts
{
    private function __construct(
        public readonly int $rounds,
        public readonly int $cycles,
        public readonly int $requests,
        public readonly int $loads,
        public readonly int $objects,
        public readonly int $growth,
        public readonly int $keys,
        public readonly int $ends,
        /** @var list<int> how many locks requests hold when they end, the most last */
        public readonly array $held,
        /** @var array{int, int, int} how many locks are kept over a stall, over a slow link, and near */
        public readonly array $kept,
        /** For how many seconds. */
        public readonly int $keeping,
        /** How often a piece is measured at most until nothing has disturbed it. */
        public readonly int $tries,
        /** @var array<string, int> as WaitingSuite takes them */
        public readonly array $waiting,
        /** @var list<class-string<Waiter>> who does not take part in waiting */
        public readonly array $left = [],
    ) {
    }

    public static function full(): self
    {
        return new self(21, 500, 40, 100, 100_000, 1_000_000, 1_000_000, 5, [1, 1_000, 10_000, 100_000], [200, 10_000, 40_000], 60, 3, WaitingSuite::COUNTS);
    }

    /** Enough to see that everything works, and too little for figures; without those that wait longest. */
    public static function few(): self
    {
        $waiting = ['bursts' => 1, 'steadies' => 1, 'waits' => 4, 'loop waits' => 2, 'whole waits' => 1, 'crashes' => 1, 'stops' => 1,
            'idle waiters' => 20, 'idle seconds' => 1];

        return new self(3, 20, 2, 3, 1_000, 2_000, 10_000, 1, [1, 100, 1_000], [20, 100, 100], 2, 1, $waiting,
            [LaravelContender::class, SymfonyContender::class]);
    }

    /** @return array<string, int|float> for the words below the table */
    public function named(): array
    {
        return array_filter(get_object_vars($this), is_numeric(...));
    }
}
