<?php
// Owns how RedisLock's figures compare with those of another build of it, measured in the same rounds: what got worse.
// Does not judge budgets (verdict.php).

declare(strict_types=1);

final class Comparison
{
    /** Less than this is what two runs of one build differ by. */
    private const TOLERANCE = 0.02;

    /** @var list<string> the rows that got worse, each with its quotient */
    private array $worse = [];

    /** @param string $other what the other build is called */
    public function __construct(private readonly string $other)
    {
    }

    /**
     * @param array<string, list<Row>> $rows by heading
     * @param string $now as Figures knows it
     * @param string $before likewise
     */
    public function compare(array $rows, Figures $figures, string $now, string $before): void
    {
        foreach ($rows as $heading => $group) {
            foreach ($group as $row) {
                $quotients = $row->quotients($figures, $now, $before);
                if ($quotients !== [] && $row->isWorse(median($quotients), self::TOLERANCE)) {
                    $this->worse[] = sprintf('%s: %s: %s', strtok($heading, ':'), trim($row->label), self::written($quotients));
                }
            }
        }
    }

    /** @return list<string> what to print */
    public function lines(): array
    {
        $limit = sprintf('by more than %d %%', 100 * self::TOLERANCE);

        return $this->worse === []
            ? ["In no row RedisLock is worse than $this->other $limit."]
            : ["RedisLock is worse than $this->other $limit (in brackets, the middle half of the rounds):",
                ...array_map(fn (string $row): string => "  $row", $this->worse)];
    }

    /** @param list<float> $quotients of the rounds */
    private static function written(array $quotients): string
    {
        if (is_infinite(median($quotients))) {
            return 'was 0';
        }
        $half = count($quotients) < 4 ? '' : sprintf(' (%.2fx to %.2fx)', percentile($quotients, 25), percentile($quotients, 75));

        return sprintf('%.2fx%s', median($quotients), $half);
    }
}
