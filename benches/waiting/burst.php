<?php
// Owns the burst: N processes want one lock once, at the same time.
// Does not judge the figures (rows.php).

declare(strict_types=1);

final class Burst
{
    public function __construct(private readonly Server $server, private readonly int $processes)
    {
    }

    /**
     * @param class-string<Waiter> $contender
     * @return array<string, float> the figures of one burst
     */
    public function measure(string $contender): array
    {
        [$reports, $requests, $cpu] = Contest::between($this->server, $this->processes, $contender, Holds::once(...));
        $holds = new Holds($reports);

        return [
            'total' => $holds->total(),
            'requests' => $requests / $this->processes,
            // Four questions about it are in there as well: 0.2 ms.
            'server' => 1e3 * $cpu / $this->processes,
        ] + $holds->figures();
    }
}
