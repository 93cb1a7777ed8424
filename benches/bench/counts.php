<?php
// Owns how often each thing is measured.
// Measures nothing.
// Called by suite.php, which makes it, and by the parts.

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
        /** @var array<string, int> as WaitingSuite wants them */
        public readonly array $waiting,
    ) {
    }

    public static function full(): self
    {
        return new self(21, 500, 40, 100, 100_000, 1_000_000, 1_000_000, WaitingSuite::COUNTS);
    }

    /** Enough to see that everything works, and too little for figures. */
    public static function few(): self
    {
        $waiting = ['bursts' => 1, 'steadies' => 1, 'waits' => 4, 'loop waits' => 2, 'whole waits' => 1, 'crashes' => 1, 'stops' => 1];

        return new self(3, 20, 2, 3, 1_000, 2_000, 10_000, $waiting);
    }

    /** @return array<string, int> for the words below the table */
    public function named(): array
    {
        return array_filter(get_object_vars($this), is_int(...));
    }
}
