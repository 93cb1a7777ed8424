<?php
// Owns eight clients at a time, each with a lock of its own.
// Does not know how each contender locks.

declare(strict_types=1);

final class Crowd extends Part
{
    private const CLIENTS = 8;
    private const TITLE = '8 clients, unpinned, TCP';

    public function pieces(): array
    {
        return [self::TITLE => $this->measure(...)];
    }

    public function rows(): array
    {
        return [
            self::TITLE => [
                new Row('cycles per second', self::TITLE . ' rate', '', 0, isListed: true, isInReadme: true, isMoreBetter: true),
                new Row('p50', self::TITLE . ' p50', ' us', 1),
                new Row('p99', self::TITLE . ' p99', ' us', 1, isListed: true),
                new Row('rate to phpredis', self::TITLE . ' rate to phpredis', 'x', 2, atLeast: 1),
                new Row('rate to careful floor', self::TITLE . ' rate to ' . Floor::CAREFUL, 'x', 2, atLeast: 0.95),
                new Row('p99 to phpredis', self::TITLE . ' p99 to phpredis', 'x', 2, atMost: 1.5),
                new Row('client CPU', self::TITLE . ' cpu', ' us', 1),
            ],
        ];
    }

    private function measure(): void
    {
        Layout::Unpinned->placeServer($this->server);
        $crowds = [];
        foreach ([...$this->names, ...($this->floor === null ? [] : [Floor::NAME, Floor::CAREFUL])] as $name) {
            $this->progress->show(self::TITLE . ": warming up $name");
            $crowds[$name] = array_map(fn (int $number): Client => $this->client($name, $number), range(1, self::CLIENTS));
            self::cycles($crowds[$name], $this->counts->cycles);
        }
        for ($number = 1; $number <= $this->counts->rounds; $number++) {
            $this->watch->round($this->figures, function () use ($crowds, $number): void {
                $round = [];
                foreach (self::inTurn(array_keys($crowds), $number) as $name) {
                    $this->progress->show(self::TITLE . ", round $number of {$this->counts->rounds}: $name");
                    $round[$name] = self::cycles($crowds[$name], $this->counts->cycles);
                }
                $this->addRound(self::TITLE, $round, ['rate', 'p50', 'p99']);
            });
        }
    }

    private function client(string $name, int $number): Client
    {
        $cores = Layout::Unpinned->clientCores();

        return in_array($name, [Floor::NAME, Floor::CAREFUL], true)
            ? $this->floor->client($this->server->tcp, $cores, $number, $name)
            : Client::of($name, $this->server->tcp, $cores, $number);
    }

    /**
     * @param list<Client> $clients
     * @return array<string, float> cycles a second from the first one's begin to the last one's end; microseconds
     */
    private static function cycles(array $clients, int $cycles): array
    {
        array_map(fn (Client $client) => $client->begin($cycles), $clients);
        $answers = array_map(fn (Client $client): array => $client->answer(), $clients);
        $seconds = (max(array_column($answers, 'ended')) - min(array_column($answers, 'began'))) / 1e9;
        $times = array_merge(...array_column($answers, 'times'));

        return [
            'rate' => count($clients) * $cycles / $seconds,
            'p50' => median($times) / 1e3,
            'p99' => percentile($times, 99) / 1e3,
            'cpu' => array_sum(array_column($answers, 'cpu')) / (count($clients) * $cycles) / 1e3,
        ];
    }
}
