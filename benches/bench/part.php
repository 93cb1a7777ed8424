<?php
// Owns what a part of the benchmark is, and what all parts are given.
// Does not know which there are.

declare(strict_types=1);

abstract class Part
{
    /** @param list<string> $names the contenders that are here, by file; ours is the first */
    public function __construct(
        protected readonly Server $server,
        protected readonly Progress $progress,
        protected readonly Figures $figures,
        protected readonly array $names,
        protected readonly ?Floor $floor,
        protected readonly Counts $counts,
        protected readonly Watch $watch,
    ) {
    }

    /** @return array<string, Closure(): void> what is measured by itself, by title; each is a result, or too noisy to be one */
    abstract public function pieces(): array;

    /** @return array<string, list<Row>> with their budgets, by heading */
    abstract public function rows(): array;

    /** @return array<string, string> Debian packages that contenders of this part alone miss, by what they are called */
    public function absences(): array
    {
        return [];
    }

    /** @return array<string, Client> by name, the floor's as well, each with a key of its own and warm */
    protected function clients(Layout $layout, Address $address): array
    {
        $layout->placeServer($this->server);
        $clients = [];
        foreach ($this->names as $number => $name) {
            $clients[$name] = Client::of($name, $address, $layout->clientCores(), $number);
        }
        if ($this->floor !== null) {
            $clients[Floor::NAME] = $this->floor->client($address, $layout->clientCores(), count($this->names));
        }
        array_map(fn (Client $client): array => $client->cycles($this->counts->cycles), $clients);

        return $clients;
    }

    /**
     * Adds one round: each contender's values, and their quotients by phpredis's and the floors' of the same round.
     *
     * @param array<string, array<string, float>> $round values by contender
     * @param list<string> $compared which values are divided
     */
    protected function addRound(string $measurement, array $round, array $compared): void
    {
        foreach ($round as $name => $values) {
            foreach ($compared as $value) {
                foreach (['phpredis', ...array_keys(Floor::TITLES)] as $other) {
                    if (isset($round[$other][$value])) {
                        $values["$value to $other"] = quotient($values[$value], $round[$other][$value]);
                    }
                }
            }
            $this->figures->add($name, $measurement, $values);
        }
        // The budget of the release by unset is RedisLock's, too, and what the machine takes for it the floors'.
        $ahead = [Floor::NAME => Floor::AHEAD, Floor::CAREFUL => Floor::CAREFUL_AHEAD];
        foreach (preg_grep('/^redislock(@|$)/', $this->names) as $ours) {
            $ahead[$ours] = preg_replace('/^redislock/', 'redislock-unset', $ours);
        }
        foreach ($ahead as $name => $other) {
            $this->figures->add($name, $measurement, array_filter([
                'unset' => $this->last($other, "$measurement p50 to phpredis", $round),
            ]));
        }
    }

    /** @return list<float> */
    private function last(string $name, string $figure, array $round): array
    {
        return isset($round[$name]) ? array_slice($this->figures->of($name, $figure), -1) : [];
    }

    /**
     * Does something for each contender, in an order that moves from round to round: what one leaves to the next, each gets.
     *
     * Every second round goes the other way, so that of two builds of RedisLock none always comes first.
     *
     * @template T of int|string
     * @param list<T> $names
     * @return list<T>
     */
    protected static function inTurn(array $names, int $round): array
    {
        $first = $round % count($names);
        $turns = [...array_slice($names, $first), ...array_slice($names, 0, $first)];

        return $round % 2 === 0 ? $turns : array_reverse($turns);
    }
}
