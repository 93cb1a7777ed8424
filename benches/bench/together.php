<?php
// Owns clients that do cycles at the same time: their making, the cycles, and what these took.
// Does not know how many there are to be, nor what the figures are for.

declare(strict_types=1);

final class Together
{
    public function __construct(private readonly Server $server, private readonly ?Floor $floor, private readonly Layout $layout)
    {
    }

    /** @return list<Client> of one contender, or of a floor; each with a key of its own, connected and warm */
    public function clients(string $name, int $count): array
    {
        $this->layout->placeServer($this->server);
        $clients = array_map(fn (int $number): Client => $this->client($name, $number), range(1, $count));
        array_map(fn (Client $client) => $client->begin(1), $clients);
        array_map(fn (Client $client): array => $client->answer(), $clients);

        return $clients;
    }

    public function client(string $name, int $number): Client
    {
        $cores = $this->layout->clientCores();

        return in_array($name, array_keys(Floor::TITLES), true)
            ? $this->floor->client($this->server->tcp, $cores, $number, $name)
            : Client::of($name, $this->server->tcp, $cores, $number);
    }

    /**
     * @param list<Client> $clients
     * @return array{rate: float, p50: float, p99: float, cpu: float, seconds: float} cycles a second from the first one's begin to
     *     the last one's end; microseconds; the seconds between these two
     */
    public static function cycles(array $clients, int $cycles): array
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
            'seconds' => $seconds,
        ];
    }
}
