<?php
// Owns what many keys cost: cycles on one key, on a thousand, and on a million, while as many others are held.
// Does not know how each contender locks.

declare(strict_types=1);

final class Scale extends Part
{
    public const TITLE = 'scale, one core, TCP';
    /** Of one key; above it is more than what differs between two runs. */
    private const NOISE = 1.1;
    /** Locks made in the server by one command, which takes a tenth of a second. */
    private const BATCH = 50_000;

    public function pieces(): array
    {
        return [self::TITLE => $this->measure(...)];
    }

    public function rows(): array
    {
        $rows = [];
        foreach ($this->keys() as $keys) {
            $text = self::text($keys);
            $rows[] = new Row("p50, $text", self::TITLE . " p50 of $keys", ' us', 1, isListed: true);
        }
        foreach (array_slice($this->keys(), 1) as $keys) {
            $rows[] = new Row('p50, ' . number_format($keys) . ' keys to 1', self::TITLE . " $keys to 1", 'x', 2, atMost: self::NOISE);
        }

        return [self::TITLE . ', ' . number_format($this->counts->keys) . ' other locks held' => $rows];
    }

    /** @return list<int> */
    public static function sizes(Counts $counts): array
    {
        return [1, intdiv($counts->keys, 1_000), $counts->keys];
    }

    /** @return list<int> */
    private function keys(): array
    {
        return self::sizes($this->counts);
    }

    private static function text(int $keys): string
    {
        return $keys === 1 ? '1 key' : number_format($keys) . ' keys';
    }

    private function measure(): void
    {
        $this->progress->show(self::TITLE . ': making keys');
        $this->hold($this->counts->keys);
        $clients = $this->clients(Layout::OneCore, $this->server->tcp);
        // It replays two requests, and so has one key.
        unset($clients[Floor::NAME]);
        for ($number = 1; $number <= $this->counts->rounds; $number++) {
            $this->progress->show(self::TITLE . ", round $number of {$this->counts->rounds}");
            $this->watch->round($this->figures, function () use ($clients, $number): void {
                foreach (self::inTurn(array_keys($clients), $number) as $name) {
                    $this->figures->add($name, self::TITLE, $this->round($clients[$name]));
                }
            });
        }
        $this->server->connection->ask('FLUSHALL');
    }

    /** @return array<string, float> */
    private function round(Client $client): array
    {
        $values = [];
        foreach ($this->keys() as $keys) {
            $p50 = median($client->cycles($this->counts->cycles, $keys)['times']) / 1e3;
            $values["p50 of $keys"] = $p50;
            $values["$keys to 1"] = $p50 / $values['p50 of 1'];
        }

        return $values;
    }

    private function hold(int $locks): void
    {
        $script = "for n = ARGV[1], ARGV[2] do redis.call('SET', 'held:' .. n, string.rep('x', 35), 'EX', 3600) end";
        for ($first = 1; $first <= $locks; $first += self::BATCH) {
            $last = min($locks, $first + self::BATCH - 1);
            $this->server->connection->ask('EVAL', $script, '0', (string) $first, (string) $last);
        }
    }
}
