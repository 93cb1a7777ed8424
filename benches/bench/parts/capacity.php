<?php
// Owns what one Redis master carries: more and more clients, on other cores than the server's, until its core is full.
// Does not know how each contender locks.

declare(strict_types=1);

final class Capacity extends Part
{
    private const TITLE = 'capacity of one master, two cores, TCP';
    private const CLIENTS = [1, 2, 4, 8, 16];
    /** Those whose requests to the server differ. */
    private const CONTENDERS = ['redislock', 'phpredis', 'symfony', Floor::NAME];
    /** Times as many cycles as one contender does in all rounds of the cycle: a second and more for each count of clients. */
    private const LONGER = 2;

    public function pieces(): array
    {
        return in_array(Layout::TwoCores, Layout::possible(), true) ? [self::TITLE => $this->measure(...)] : [];
    }

    public function rows(): array
    {
        return [
            self::TITLE => [
                new Row('cycles per second, most', self::TITLE . ' rate', '', 0, isListed: true),
                new Row('server busy then', self::TITLE . ' busy', ' %', 0, isListed: true),
                new Row('server CPU per cycle', self::TITLE . ' server', ' us', 1, isListed: true),
                new Row('a full core, computed', self::TITLE . ' full', '', 0, isListed: true),
            ],
        ];
    }

    private function measure(): void
    {
        Layout::TwoCores->placeServer($this->server);
        $names = array_intersect(self::CONTENDERS, [...$this->names, ...($this->floor === null ? [] : [Floor::NAME])]);
        foreach ($names as $name) {
            $found = [];
            foreach (self::CLIENTS as $count) {
                $this->progress->show(self::TITLE . ": $count clients of $name");
                $clients = array_map(fn (int $number): Client => $this->client($name, $number), range(1, $count));
                $this->watch->round($this->figures, function () use (&$found, $count, $clients): void {
                    $found[$count] = $this->together($clients);
                });
            }
            // All of the number of clients that did most.
            array_multisort(array_column($found, 'rate'), SORT_DESC, $found);
            $this->figures->add($name, self::TITLE, $found[0]);
        }
    }

    private function client(string $name, int $number): Client
    {
        $cores = Layout::TwoCores->clientCores();

        return $name === Floor::NAME
            ? $this->floor->client($this->server->tcp, $cores, $number)
            : Client::of($name, $this->server->tcp, $cores, $number);
    }

    /**
     * @param list<Client> $clients
     * @return array<string, float>
     */
    private function together(array $clients): array
    {
        array_map(fn (Client $client) => $client->begin(1), $clients);
        array_map(fn (Client $client): array => $client->answer(), $clients);
        $cycles = intdiv($this->counts->cycles * $this->counts->rounds * self::LONGER, count($clients));
        $cpu = $this->server->connection->cpu();
        array_map(fn (Client $client) => $client->begin($cycles), $clients);
        $answers = array_map(fn (Client $client): array => $client->answer(), $clients);
        // Two questions for it are in there as well: 0.2 ms.
        $cpu = max(1e-3, $this->server->connection->cpu() - $cpu);
        $seconds = (max(array_column($answers, 'ended')) - min(array_column($answers, 'began'))) / 1e9;
        $each = 1e3 * $cpu / (count($clients) * $cycles);

        return [
            'rate' => count($clients) * $cycles / $seconds,
            'busy' => min(100, $cpu / 10 / $seconds),
            'server' => $each,
            'full' => 1e6 / $each,
        ];
    }
}
