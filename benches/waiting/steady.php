<?php
// Owns the steady state: N processes that want one lock again and again, for a fixed time, and think in between.
// Does not judge the figures (rows.php).

declare(strict_types=1);

final class Steady
{
    /** Seconds: about 40 holds for each process, so that one hold more or less is no unfairness. */
    public const WINDOW = 3;
    public const PROCESSES = 64;
    /** Microseconds; a thought takes 0 to so many, all as likely. */
    private const LONGEST_THOUGHT = 4_000;

    public function __construct(private readonly Server $server)
    {
    }

    /**
     * @param class-string<Waiter> $contender
     * @return array<string, float> the figures of one window
     */
    public function measure(string $contender): array
    {
        [$reports, $requests] = Contest::between($this->server, self::PROCESSES, $contender, $this->work(...));

        return $this->figures($reports, $requests);
    }

    /** @return array{began: int, holds: list<array>} */
    private function work(Waiter $client): array
    {
        $began = hrtime(true);
        $holds = [];
        do {
            usleep(random_int(0, self::LONGEST_THOUGHT));
            $holds[] = Holds::once($client);
        } while (hrtime(true) < $began + self::WINDOW * 1e9);

        return ['began' => $began, 'holds' => $holds];
    }

    /** @return array<string, float> */
    private function figures(array $reports, int $requests): array
    {
        $end = min(array_column($reports, 'began')) + self::WINDOW * 1e9;
        $counts = array_map(
            fn (array $report): int => count(array_filter($report['holds'], fn (array $hold): bool => $hold['began'] < $end)),
            $reports,
        );
        $holds = new Holds(array_merge(...array_column($reports, 'holds')));
        $waits = array_map(fn (array $hold): int => $hold['began'] - $hold['wanted'], $holds->holds);

        return [
            'rate' => array_sum($counts) / self::WINDOW,
            'least' => min($counts),
            'most' => max($counts),
            'fairness' => min($counts) / max($counts),
            'p50' => median($waits) / 1e6,
            'p99' => percentile($waits, 99) / 1e6,
            'longest' => max($waits) / 1e6,
            'requests' => $requests / count($holds->holds),
        ] + $holds->figures();
    }
}
