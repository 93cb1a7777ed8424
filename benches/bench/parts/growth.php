<?php
// Owns what becomes more expensive with more of it: waiters of one lock, locks that one process keeps, clients of one master.
// Does not own keys in use (scale.php) and waiters that sleep (waiting/idle.php).

declare(strict_types=1);

final class Growth extends Part
{
    public const WAITERS = 'growth, waiters of one lock, unpinned, TCP';
    public const KEPT = 'growth, locks that one process renews, unpinned, TCP';
    public const CLIENTS = 'growth, clients of one master, unpinned, TCP';
    private const WAITING = ['redislock' => RedisLockContender::class, Floor::NAME => BlpopContender::class];
    /** The sizes between which the budgets are. */
    private const FEW = 64;
    private const MANY = 1_024;
    private const TTL = 20;

    public function pieces(): array
    {
        return [self::WAITERS => $this->waiters(...), self::KEPT => $this->kept(...), self::CLIENTS => $this->crowds(...)];
    }

    public function rows(): array
    {
        $sized = fn (string $title, string $what, string $unit, int $decimals, array $sizes, string $of): array => array_map(
            fn (int $size): Row => new Row(number_format($size) . " $of: $what", "$title $what of $size", $unit, $decimals, isGrowth: true),
            $sizes,
        );
        $exponent = fn (string $title, string $what): Row => new Row("exponent of $what", "$title exponent of $what", '', 2, isGrowth: true);
        $most = fn (string $what, float $budget): Row => new Row(
            number_format(self::MANY) . ' to ' . self::FEW . ": $what", self::WAITERS . " growth of $what", 'x', 2, atMost: $budget, isGrowth: true,
        );

        return [
            self::WAITERS => [
                ...$sized(self::WAITERS, 'change of holder', ' us', 0, $this->counts->waiters, 'waiters'),
                $exponent(self::WAITERS, 'change of holder'),
                ...$sized(self::WAITERS, 'server CPU', ' us', 0, $this->counts->waiters, 'waiters'),
                $exponent(self::WAITERS, 'server CPU'),
                ...(in_array(self::MANY, $this->counts->waiters, true) ? [$most('change of holder', 2), $most('server CPU', 1.3)] : []),
            ],
            self::KEPT => [
                ...$sized(self::KEPT, 'CPU of a renewal', ' us', 1, $this->counts->renewed, 'locks'),
                $exponent(self::KEPT, 'CPU of a renewal'),
                new Row('not kept', self::KEPT . ' not kept', '', 0, 'max', atMost: 0, isGrowth: true),
            ],
            self::CLIENTS => [
                ...$sized(self::CLIENTS, 'cycles per second', '', 0, $this->counts->clients, 'clients'),
                $exponent(self::CLIENTS, 'cycles per second'),
            ],
        ];
    }

    /** Each of the waiters wants the lock once, all at the same time. */
    private function waiters(): void
    {
        Layout::Unpinned->placeServer($this->server);
        for ($number = 1; $number <= $this->counts->contests; $number++) {
            $this->watch->round($this->figures, function () use ($number): void {
                foreach (self::inTurn(array_keys(self::WAITING), $number) as $name) {
                    $found = [];
                    foreach ($this->counts->waiters as $waiters) {
                        $this->progress->show(self::WAITERS . ", round $number of {$this->counts->contests}: $waiters of $name");
                        $burst = (new Burst($this->server, $waiters))->measure(self::WAITING[$name]);
                        $found['change of holder'][$waiters] = $burst['change'];
                        $found['server CPU'][$waiters] = $burst['server'];
                        $this->figures->add($name, self::WAITERS, ['holds, overlaps' => (float) $burst['overlaps']]);
                    }
                    array_map(fn (string $what): null => $this->add($name, self::WAITERS, $what, $found[$what]), array_keys($found));
                }
            });
        }
    }

    private function kept(): void
    {
        Layout::Unpinned->placeServer($this->server);
        $seconds = min(self::TTL, $this->counts->keeping);
        foreach ($this->counts->renewed as $locks) {
            $this->progress->show(self::KEPT . ": $locks");
            $order = ['server' => $this->server->tcp->ofRedisLock(), 'locks' => $locks, 'ttl' => self::TTL, 'seconds' => $seconds];
            $kept = Kept::of('many', $order);
            $this->figures->add('redislock', self::KEPT, ['not kept' => (float) $kept['not kept']]);
            // Each is extended after a third of its ttl.
            $found[$locks] = 1e6 * $kept['cores'] * self::TTL / 3 / $locks;
        }
        $this->add('redislock', self::KEPT, 'CPU of a renewal', $found);
    }

    private function crowds(): void
    {
        $together = new Together($this->server, $this->floor, Layout::Unpinned);
        foreach (array_intersect(['redislock', 'phpredis', Floor::NAME], [...$this->names, ...($this->floor === null ? [] : [Floor::NAME])]) as $name) {
            $found = [];
            foreach ($this->counts->clients as $count) {
                $this->progress->show(self::CLIENTS . ": $count of $name");
                $clients = $together->clients($name, $count);
                $this->watch->round($this->figures, function () use (&$found, $clients, $count): void {
                    $cycles = intdiv($this->counts->cycles * $this->counts->rounds, $count);
                    $found[$count] = Together::cycles($clients, max(1, $cycles))['rate'];
                });
                unset($clients);
            }
            $this->add($name, self::CLIENTS, 'cycles per second', $found);
        }
    }

    /** @param array<int, float> $found by size */
    private function add(string $name, string $title, string $what, array $found): void
    {
        foreach ($found as $size => $value) {
            $this->figures->add($name, $title, ["$what of $size" => $value]);
        }
        $this->figures->add($name, $title, ["exponent of $what" => exponent($found)]);
        if (isset($found[self::FEW], $found[self::MANY])) {
            $this->figures->add($name, $title, ["growth of $what" => quotient($found[self::MANY], $found[self::FEW])]);
        }
    }
}
