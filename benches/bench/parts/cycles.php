<?php
// Owns the cycle that no other process disturbs: one process makes a lock, acquires it and releases it, again and again.
// Does not know how each contender does that.

declare(strict_types=1);

final class Cycles extends Part
{
    public function pieces(): array
    {
        $pieces = [];
        foreach (Layout::possible() as $layout) {
            foreach ($this->addresses() as $transport => $address) {
                $title = self::title($layout, $transport);
                $pieces[$title] = fn () => $this->measure($title, $layout, $address);
            }
        }

        return $pieces;
    }

    public function rows(): array
    {
        $rows = [];
        foreach (Layout::possible() as $layout) {
            foreach (array_keys($this->addresses()) as $transport) {
                $title = self::title($layout, $transport);
                $rows[$title] = [
                    new Row('p50', "$title p50", ' us', 1, isListed: true, inReadme: self::inReadme($layout, $transport)),
                    new Row('p99', "$title p99", ' us', 1),
                    new Row('p50 to phpredis', "$title p50 to phpredis", 'x', 2, atMost: self::toPhpredis($layout, $transport)),
                    new Row('p50 to floor', "$title p50 to floor", 'x', 2),
                    new Row('p50 to careful floor', "$title p50 to " . Floor::CAREFUL, 'x', 2),
                    new Row('p50 to spinning floor', "$title p50 to " . Floor::SPINNING, 'x', 2),
                    new Row('by unset, to phpredis', "$title unset", 'x', 2),
                    new Row('client CPU', "$title cpu", ' us', 1),
                    new Row('client CPU to phpredis', "$title cpu to phpredis", 'x', 2, atMost: $layout === Layout::OneCore ? 1 : null),
                ];
            }
        }

        return $rows;
    }

    private static function inReadme(Layout $layout, string $transport): ?string
    {
        return $layout === Layout::TwoCores && $transport === 'TCP' ? 'acquire and release, two cores, median' : null;
    }

    public static function title(Layout $layout, string $transport): string
    {
        return "cycle, $layout->value, $transport";
    }

    /** Unpinned, on a unix socket, the kernel's placing decides. */
    private static function toPhpredis(Layout $layout, string $transport): ?float
    {
        return match (true) {
            $layout === Layout::TwoCores => 0.45,
            $transport === 'TCP' => 1.0,
            default => $layout === Layout::OneCore ? 1.05 : null,
        };
    }

    /** @return array<string, Address> */
    private function addresses(): array
    {
        return ['TCP' => $this->server->tcp, 'unix socket' => $this->server->unix];
    }

    private function measure(string $title, Layout $layout, Address $address): void
    {
        $clients = $this->clients($layout, $address);
        if ($this->floor !== null) {
            // To look is for a core of one's own.
            $spinning = $layout === Layout::OneCore ? [] : [Floor::SPINNING];
            foreach ([Floor::AHEAD, Floor::CAREFUL, Floor::CAREFUL_AHEAD, ...$spinning] as $name) {
                $clients[$name] = $this->floor->client($address, $layout->clientCores(), count($clients), $name);
                $clients[$name]->cycles($this->counts->cycles);
            }
        }
        for ($number = 1; $number <= $this->counts->rounds; $number++) {
            $this->progress->show("$title, round $number of {$this->counts->rounds}");
            $this->watch->round($this->figures, function () use ($title, $clients, $number): void {
                $round = [];
                foreach (self::inTurn(array_keys($clients), $number) as $name) {
                    $round[$name] = self::values($clients[$name]->cycles($this->counts->cycles));
                }
                $this->addRound($title, $round, ['p50', 'cpu']);
            });
        }
    }

    /** @return array<string, float> microseconds */
    private static function values(array $answer): array
    {
        return [
            'p50' => median($answer['times']) / 1e3,
            'p99' => percentile($answer['times'], 99) / 1e3,
            // No less than the clock of the kernel that counts it can tell.
            'cpu' => max($answer['cpu'], 1_000) / count($answer['times']) / 1e3,
        ];
    }
}
