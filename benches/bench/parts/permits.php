<?php
// Owns locks that have several holders: many processes that want one of a few permits, and what finding a free one takes.
// Does not know how each contender keeps permits.

declare(strict_types=1);

require_once __DIR__ . '/contended.php';

final class Permits extends Contended
{
    protected const CONTENDERS = [
        'redislock' => RedisLockContender::class,
        Floor::NAME => BlpopPermitsContender::class,
        'laravel' => LaravelPermitsContender::class,
        'symfony' => SymfonyPermitsContender::class,
    ];
    protected const LOCKS = 'permits';
    private const CONTEST = Steady::PROCESSES . ' processes, ' . Scope::PERMITS . ' permits, unpinned, TCP';
    private const TRIPS = 'a permit is free, unpinned, TCP';
    /** Of how many permits the last one is found. */
    private const FOUND_OF = [5, 64];
    private const ACQUIRES = 100;

    public function pieces(): array
    {
        return [self::CONTEST => fn () => $this->contest(self::CONTEST, Scope::Permits), self::TRIPS => $this->countTrips(...)];
    }

    public function rows(): array
    {
        $figure = fn (string $what): string => self::CONTEST . " $what";
        $some = Scope::PERMITS . ' permits';
        $trips = fn (int $permits): Row => new Row(
            "round trips, $permits permits", self::TRIPS . " trips $permits", '', 2, 'max', atMost: 1,
            sentence: "round trips of an acquire that finds the last of $permits permits",
        );

        return [
            self::CONTEST => [
                new Row(
                    'acquires per second', $figure('rate'), '', 0, isMoreBetter: true,
                    sentence: Steady::PROCESSES . " processes want one of $some: acquisitions a second",
                ),
                new Row('rate to floor', $figure('rate to floor'), 'x', 2, atLeast: 0.95, sentence: "$some: that rate, to the floor's"),
                new Row('least / most served', $figure('fairness'), '', 2, isMoreBetter: true, sentence: "$some: the least to the most served process"),
                new Row('served below floor', $figure('fairness below floor'), '', 2, atMost: 0.05, sentence: "$some: that quotient, below the floor's by"),
                new Row('wait p50', $figure('p50'), ' ms', 1),
                new Row('wait p99', $figure('p99'), ' ms', 0, sentence: "$some: 99 of 100 waits took at most"),
                new Row('p99 to floor', $figure('p99 to floor'), 'x', 2, atMost: 1.1, sentence: "$some: that, to the floor's"),
                new Row('longest wait', $figure('longest'), ' ms', 0),
                new Row(
                    'handoff p50', $figure('handoff'), ' us', 0,
                    sentence: "$some: from the return of `release()` to that of the `acquire()` that has the permit next, median",
                ),
                new Row('round trips per acquire', $figure('requests'), '', 1),
                new Row(
                    'one too many inside', $figure('holds, overlaps'), '', 0, 'sum', atMost: 0,
                    sentence: "$some: holds that began while all were held",
                ),
            ],
            self::TRIPS => array_map($trips, self::FOUND_OF),
        ];
    }

    private function countTrips(): void
    {
        Layout::Unpinned->placeServer($this->server);
        foreach ($this->present() as $name => $contender) {
            foreach (self::FOUND_OF as $permits) {
                $this->progress->show(self::TRIPS . ", $permits: $name");
                $this->figures->add($name, self::TRIPS, ["trips $permits" => $this->trips($contender, $permits)]);
            }
        }
    }

    /**
     * @param class-string<PermitsWaiter> $contender
     * @return float requests that the server reads for an acquire when one permit is left; in a process of its own, as clients are
     */
    private function trips(string $contender, int $permits): float
    {
        $server = $this->server;
        $crew = new Crew($server, 1, function (int $number, Closure $start) use ($server, $contender, $permits): array {
            $connection = new Connection($server->unix->ofRedisLock());
            $clients = [];
            for ($count = 0; $count < $permits; $count++) {
                $clients[] = $client = new $contender($server->tcp);
                $client->choosePermits("trips:$permits", $permits);
                $client->acquire();
            }
            $start();
            for ($requests = $acquires = 0; $acquires < self::ACQUIRES; $acquires++) {
                $client->release();
                $before = $connection->requests();
                $client->acquire();
                // The question itself is one.
                $requests += $connection->requests() - $before - 1;
            }

            return ['requests' => $requests];
        });
        $crew->awaitReady()->start();
        $requests = $crew->reports()[0]['requests'];
        $crew->dismiss();
        $this->server->connection->ask('FLUSHALL');

        return $requests / self::ACQUIRES;
    }
}
