<?php
// Owns the cycle on every road to a lock: TLS, sentinels, a cluster, a quorum, a Redis one millisecond away, servers of today.
// Does not know how each contender locks there, nor which roads there are (bench/road.php).

declare(strict_types=1);

final class Roads extends Part
{
    /** What of a column is measured besides what a road has more: its cycle, those on new connections, and where the road is not. */
    private const CYCLE = '';
    private const FRESH = [FreshCycler::NEW, FreshCycler::FLUSHED, FreshCycler::REFUSED];
    private const REFERENCE = 'reference';
    /** Cycles for each one on a new connection, which needs a process. */
    private const FEWER = 100;
    /** How many want one lock, a round trip of 1 ms away. Laravel's are in step with each other and sleep for 250 ms. */
    private const WAITERS = 4;
    private const HANDOFFS = [
        'redislock' => RedisLockContender::class,
        Floor::NAME => BlpopContender::class,
        'laravel' => LaravelContender::class,
        'symfony' => SymfonyContender::class,
    ];

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
            // The later one is, the more of those servers' commands it knows.
            $phpredis = $road->hasNativeCommands() && extension_loaded('redis') ? ', phpredis ' . phpversion('redis') : '';
            $rows["road, {$road->title()}$phpredis"] = (new RoadRows($road))->rows();
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
            if ($road === Road::Far) {
                $this->measureRelay($road, $servers);
                $this->measureHandoffs($road, $servers);
            }
        } finally {
            // Within the piece: what they used is then counted as the benchmark's own.
            $servers->stop();
        }
    }

    private function measureCycles(Road $road, RoadServers $servers): void
    {
        $clients = [...$this->ofColumns($road, $servers), ...$this->ofFloors($road, $servers)];
        [$kept, $fresh] = [$road->cycles($this->counts->cycles), max(2, intdiv($this->counts->cycles, self::FEWER))];
        $cycles = fn (string $what): int => in_array($what, self::FRESH, true) ? $fresh : $kept;
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
                $this->addRound($road->title(), $this->values($road, $answers), ['p50', 'cpu']);
            });
        }
    }

    /** @return list<array{string, string, Client}> of whose column, what of it, and the client, each with a key of its own */
    private function ofColumns(Road $road, RoadServers $servers): array
    {
        $clients = [];
        $add = function (string $column, string $what, string $contender, Address $address) use ($road, &$clients): void {
            $fresh = in_array($what, self::FRESH, true) ? $what : null;
            $clients[] = [$column, $what, Client::of($contender, $address, $road->layout()->clientCores(), count($clients), fresh: $fresh)];
        };
        foreach ($this->names as $column) {
            // With --beside, some of them are another build's.
            [$base, $build] = Beside::split($column);
            if (!isset($road->columns()[$base])) {
                continue;
            }
            $file = fn (string $contender): string => $build === null ? $contender : (new Beside($build))->name($contender);
            $own = $file($road->columns()[$base]);
            $add($column, self::CYCLE, $own, $servers->address);
            foreach ($road->more($base) as $what => $contender) {
                $add($column, $what, $file($contender), $servers->address);
            }
            if ($road->hasNewConnections() && $base !== 'redislock-unset') {
                $add($column, FreshCycler::NEW, $own, $servers->address);
            }
            if ($road === Road::Tcp && $base !== 'redislock-unset') {
                // There no other client's scripts are.
                $add($column, FreshCycler::FLUSHED, $own, $servers->reference);
                $add($column, FreshCycler::REFUSED, $own, $servers->address);
            }
            if ($road->reference() !== null && $base === 'redislock') {
                $add($column, self::REFERENCE, $own, $servers->reference);
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
    private function values(Road $road, array $answers): array
    {
        $p50 = array_map(fn (array $all): array => array_map(fn (array $answer): float => median($answer['times']) / 1e3, $all), $answers);
        $values = [];
        foreach ($p50 as $column => $its) {
            $cycle = $answers[$column][self::CYCLE];
            // No less than the clock of the kernel that counts it can tell.
            $values[$column] = ['p50' => $its[self::CYCLE], 'cpu' => max($cycle['cpu'], 1_000) / count($cycle['times']) / 1e3];
            foreach (array_diff_key($its, [self::CYCLE => 0, self::REFERENCE => 0]) as $what => $time) {
                $values[$column]["p50 $what"] = $time;
                $peer = $p50['phpredis'][$what] ?? $p50['phpredis'][self::CYCLE] ?? null;
                $values[$column] += $peer === null ? [] : ["p50 $what to phpredis" => $time / $peer];
            }
            if (Beside::split($column)[0] === 'redislock') {
                $unset = $p50[preg_replace('/^redislock/', 'redislock-unset', $column)][self::CYCLE];
                if (isset($p50[Floor::CAREFUL_AHEAD])) {
                    $values[$column]['unset to floor'] = $unset / $p50[Floor::CAREFUL_AHEAD][self::CYCLE];
                }
                $others = [
                    (string) $road->reference() => $its[self::REFERENCE] ?? null,
                    'CombinedStore' => $road->members() > 0 ? $p50['symfony'][self::CYCLE] ?? null : null,
                    'native command' => $p50['phpredis']['native'] ?? null,
                ];
                foreach (array_filter($others) as $other => $time) {
                    $values[$column]["p50 to $other"] = $its[self::CYCLE] / $time;
                }
            }
        }

        return $values;
    }

    /** How long a round trip by a relay is, and how much longer one that does not delay makes it than it is without. */
    private function measureRelay(Road $road, RoadServers $servers): void
    {
        if ($this->floor === null) {
            return;
        }
        $idle = new Relay($this->server->tcp->port(), 0);
        $addresses = [$servers->address, Address::tcp($idle->port), $this->server->tcp];
        $cores = $road->layout()->clientCores();
        $clients = array_map(fn (Address $address, int $number): Client => $this->floor->client($address, $cores, $number), $addresses, [0, 1, 2]);
        for ($number = 0; $number < $this->counts->contests; $number++) {
            // A cycle is two round trips.
            $trip = fn (Client $client): float => median($client->cycles($road->cycles($this->counts->cycles))['times']) / 2e3;
            [$far, $relayed, $direct] = array_map($trip, $clients);
            $this->figures->add(Floor::NAME, $road->title(), ['round trip' => $far, 'share' => max(0.0, $relayed - $direct)]);
        }
        unset($clients);
        $idle->stop();
    }

    /** A few processes want one lock once. */
    private function measureHandoffs(Road $road, RoadServers $servers): void
    {
        $server = Server::at($this->server->folder, $servers->address->port());
        $present = array_filter(
            array_intersect_key(self::HANDOFFS, array_flip([Floor::NAME, ...$this->names])),
            fn (string $class): bool => $class::absence() === null && !in_array($class, $this->counts->left, true),
        );
        for ($number = 1; $number <= $this->counts->contests; $number++) {
            $this->watch->round($this->figures, function () use ($road, $server, $present, $number): void {
                $round = [];
                foreach (self::inTurn(array_keys($present), $number) as $name) {
                    $this->progress->show("{$road->title()}, handoffs, round $number of {$this->counts->contests}: $name");
                    $figures = (new Burst($server, self::WAITERS))->measure($present[$name]);
                    $round[$name] = ['handoff' => $figures['handoff'], 'change' => $figures['change'], 'holds, overlaps' => $figures['overlaps']];
                }
                $this->addRound($road->title(), $round, ['handoff']);
            });
        }
    }
}
