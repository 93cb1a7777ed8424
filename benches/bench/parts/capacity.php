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
        $together = new Together($this->server, $this->floor, Layout::TwoCores);
        $names = array_intersect(self::CONTENDERS, [...$this->names, ...($this->floor === null ? [] : [Floor::NAME])]);
        foreach ($names as $name) {
            $found = [];
            foreach (self::CLIENTS as $count) {
                $this->progress->show(self::TITLE . ": $count clients of $name");
                $clients = $together->clients($name, $count);
                $this->watch->round($this->figures, function () use (&$found, $count, $clients): void {
                    $found[$count] = $this->cycles($clients);
                });
            }
            // All of the number of clients that did most.
            array_multisort(array_column($found, 'rate'), SORT_DESC, $found);
            $this->figures->add($name, self::TITLE, $found[0]);
        }
    }

    /**
     * @param list<Client> $clients
     * @return array<string, float>
     */
    private function cycles(array $clients): array
    {
        $cycles = intdiv($this->counts->cycles * $this->counts->rounds * self::LONGER, count($clients));
        $cpu = $this->server->connection->cpu();
        ['rate' => $rate, 'seconds' => $seconds] = Together::cycles($clients, $cycles);
        // Two questions for it are in there as well: 0.2 ms.
        $cpu = max(1e-3, $this->server->connection->cpu() - $cpu);
        $each = 1e3 * $cpu / (count($clients) * $cycles);

        return ['rate' => $rate, 'busy' => min(100, $cpu / 10 / $seconds), 'server' => $each, 'full' => 1e6 / $each];
    }
}
