<?php
// Owns when which seller was inside its critical section, how long several were, and the columns of a picture of it.
// Chooses no colours and no signs (report.php).
// Called by round.php, which notes the stays, and by outcome.php and report.php.

declare(strict_types=1);

final class Timeline
{
    /** Nanoseconds in one column of the picture. Shorter than any sale, so that each is seen. */
    public const COLUMN = 1_000_000;

    /** @var array<int, list<array{int, int}>> stays inside, from and to in nanoseconds of one clock, by seller */
    private array $stays = [];
    private int $start = PHP_INT_MAX;
    private int $end = 0;

    public function add(int $seller, int $entered, int $left): void
    {
        $this->stays[$seller][] = [$entered, $left];
        $this->start = min($this->start, $entered);
        $this->end = max($this->end, $left);
    }

    /** Seconds from the first entry to the last exit. */
    public function seconds(): float
    {
        return max(0, $this->end - $this->start) / 1e9;
    }

    /** Seconds during which two or more were inside. */
    public function secondsTogether(): float
    {
        $together = 0;
        foreach ($this->spans() as [$from, $to, $inside]) {
            $together += $inside >= 2 ? $to - $from : 0;
        }

        return $together / 1e9;
    }

    /**
     * Tells in which of the first columns a seller was inside: for more than half of the column. So two who
     * followed each other never share a column, and two who share one were inside together.
     *
     * @return list<bool>
     */
    public function row(int $seller, int $columns): array
    {
        $covered = array_fill(0, $columns, 0);
        foreach ($this->stays[$seller] ?? [] as [$entered, $left]) {
            foreach ($this->columns($entered, $left, $columns) as $column => $part) {
                $covered[$column] += $part;
            }
        }

        return array_map(fn (int $part): bool => $part > self::COLUMN / 2, $covered);
    }

    /** @return list<int> how many were inside at once, at most, in each of the first columns */
    public function inside(int $columns): array
    {
        $most = array_fill(0, $columns, 0);
        foreach ($this->spans() as [$from, $to, $inside]) {
            foreach ($this->columns($from, $to, $columns) as $column => $part) {
                $most[$column] = max($most[$column], $inside);
            }
        }

        return $most;
    }

    /** @return list<array{int, int, int}> the time cut wherever a seller entered or left: from, to, how many were inside */
    private function spans(): array
    {
        $steps = [];
        foreach (array_merge(...$this->stays) as [$entered, $left]) {
            $steps[$entered] = ($steps[$entered] ?? 0) + 1;
            $steps[$left] = ($steps[$left] ?? 0) - 1;
        }
        ksort($steps);
        $spans = [];
        $since = $this->start;
        $inside = 0;
        foreach ($steps as $instant => $step) {
            $spans[] = [$since, $instant, $inside];
            $since = $instant;
            $inside += $step;
        }

        return $spans;
    }

    /** @return array<int, int> how many nanoseconds of a time lie in each of the first columns, where any do */
    private function columns(int $from, int $to, int $columns): array
    {
        $parts = [];
        for ($column = intdiv($from - $this->start, self::COLUMN); $column < $columns; $column++) {
            $begin = $this->start + $column * self::COLUMN;
            if ($begin >= $to) {
                break;
            }
            $parts[$column] = min($to, $begin + self::COLUMN) - max($from, $begin);
        }

        return $parts;
    }
}
