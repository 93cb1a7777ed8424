<?php
// Owns the cycle on every other road to a lock: TLS, sentinels, a cluster, a quorum, a Redis one millisecond away.
// Does not know how each contender locks there, nor which roads there are (bench/road.php).

declare(strict_types=1);

final class Roads extends Part
{
    /** What of a column is measured: its cycle, that on new connections, and RedisLock's where the road is not. */
    private const CYCLE = 'p50';
    private const FRESH = 'p50 new';
    private const REFERENCE = 'p50 of one master';
    /** Cycles for each one on a new connection, which needs a process. */
    private const FEWER = 100;

    public function pieces(): array
    {
        $pieces = [];
        foreach (self::present() as $road) {
            $pieces['road: ' . $road->title()] = fn () => $this->measure($road);
        }

        return $pieces;
    }

    public function rows(): array
    {
        $rows = [];
        foreach (self::present() as $road) {
            $title = $road->title();
            $quotient = fn (string $what): Row => new Row($what, "$title $what", 'x', 2, atMost: $road->budgets()[$what] ?? null);
            $rows["road, $title"] = [
                new Row('p50', "$title p50", ' us', 1, isListed: true),
                ...array_map($quotient, ['p50 to phpredis', 'p50 to floor', 'p50 to one master', 'p50 to CombinedStore']),
                new Row('by unset, to phpredis', "$title unset", 'x', 2, atMost: $road->budgets()['unset'] ?? null),
                new Row('client CPU', "$title cpu", ' us', 1),
                new Row('client CPU to phpredis', "$title cpu to phpredis", 'x', 2, atMost: $road === Road::Far ? null : 1),
                new Row('new connection', "$title p50 new", ' us', 0, isListed: true),
            ];
        }

        return $rows;
    }

    public function absences(): array
    {
        $lacks = $this->floor?->speaksTls === false ? ['the floor over TLS' => Floor::PACKAGE_OF_TLS] : [];
        foreach (Road::cases() as $road) {
            $lacks["the road $road->value"] = $road->absence();
        }

        return array_filter($lacks);
    }

    /** @return list<Road> */
    private static function present(): array
    {
        return array_filter(Road::cases(), fn (Road $road): bool => $road->absence() === null);
    }

    private function measure(Road $road): void
    {
        $this->progress->show("{$road->title()}: starting its servers");
        $servers = new RoadServers($road, $this->server);
        try {
            $servers->place($road->layout());
            $this->measureCycles($road, $servers);
        } finally {
            // Within the piece: what they used is then counted as the benchmark's own.
            $servers->stop();
        }
    }

    private function measureCycles(Road $road, RoadServers $servers): void
    {
        $clients = [...$this->ofColumns($road, $servers), ...$this->ofFloors($road, $servers)];
        [$kept, $fresh] = [$road->cycles($this->counts->cycles), max(2, intdiv($this->counts->cycles, self::FEWER))];
        $cycles = fn (string $what): int => $what === self::FRESH ? $fresh : $kept;
        foreach ($clients as [, $what, $client]) {
            $client->cycles($cycles($what));
        }
        for ($number = 1; $number <= $this->counts->rounds; $number++) {
            $this->progress->show("{$road->title()}, round $number of {$this->counts->rounds}");
            $this->watch->round($this->figures, function () use ($road, $clients, $number, $cycles): void {
                $answers = [];
                foreach (self::inTurn(array_keys($clients), $number) as $at) {
                    [$column, $what, $client] = $clients[$at];
                    $answers[$column][$what] = $client->cycles($cycles($what));
                }
                $this->addRound($road->title(), self::values($answers), ['p50', 'cpu']);
            });
        }
    }

    /** @return list<array{string, string, Client}> of whose column, what of it, and the client, each with a key of its own */
    private function ofColumns(Road $road, RoadServers $servers): array
    {
        $clients = [];
        $add = function (string $column, string $what, string $contender, Address $address) use ($road, &$clients): void {
            $clients[] = [$column, $what, Client::of($contender, $address, $road->layout()->clientCores(), count($clients), isFresh: $what === self::FRESH)];
        };
        foreach ($this->names as $column) {
            // With --beside, some of them are another build's.
            [$base, $build] = Beside::split($column);
            if (!isset($road->columns()[$base])) {
                continue;
            }
            $own = $road->columns()[$base];
            $own = $build === null ? $own : (new Beside($build))->name($own);
            $add($column, self::CYCLE, $own, $servers->address);
            if ($road->hasNewConnections() && $base !== 'redislock-unset') {
                $add($column, self::FRESH, $own, $servers->address);
            }
            if ($base === 'redislock') {
                $add($column, self::REFERENCE, $own, $this->server->tcp);
            }
        }

        return $clients;
    }

    /** @return list<array{string, string, Client}> likewise */
    private function ofFloors(Road $road, RoadServers $servers): array
    {
        $clients = [];
        foreach ($this->floor === null ? [] : $road->floors() as $number => $name) {
            // Above those of the columns.
            $clients[] = [$name, self::CYCLE, $servers->floor($this->floor, $name, 100 + $number)];
        }

        return array_values(array_filter($clients, fn (array $client): bool => $client[2] !== null));
    }

    /**
     * @param array<string, array<string, array>> $answers of a round, by column and what of it
     * @return array<string, array<string, float>> microseconds, and quotients that addRound() does not know, by column
     */
    private static function values(array $answers): array
    {
        $values = [];
        foreach ($answers as $column => $its) {
            $values[$column] = array_map(fn (array $answer): float => median($answer['times']) / 1e3, $its);
            // No less than the clock of the kernel that counts it can tell.
            $values[$column]['cpu'] = max($its[self::CYCLE]['cpu'], 1_000) / count($its[self::CYCLE]['times']) / 1e3;
        }
        foreach (preg_grep('/^redislock(@|$)/', array_keys($values)) as $column) {
            $values[$column]['p50 to one master'] = $values[$column][self::CYCLE] / $values[$column][self::REFERENCE];
            if (isset($values['symfony'])) {
                $values[$column]['p50 to CombinedStore'] = $values[$column][self::CYCLE] / $values['symfony'][self::CYCLE];
            }
        }

        return $values;
    }
}
