<?php
// Owns the cycle of several keys at once: one process acquires all of them and releases them, again and again.
// Does not know how a contender does that.

declare(strict_types=1);

final class SeveralCycler
{
    /** @var array<string, list<string>> by what they begin with; made once, so that it costs the cycle nothing */
    private array $keys = [];

    /** @param int $atOnce how many keys; one is acquired as contenders acquire one key */
    public function __construct(private readonly SeveralWaiter $client, private readonly int $atOnce)
    {
    }

    public function cycle(string $key): void
    {
        $this->keys[$key] ??= array_map(fn (int $number): string => "$key:$number", range(1, $this->atOnce));
        $this->atOnce === 1 ? $this->client->choose($key) : $this->client->chooseAll($this->keys[$key]);
        $this->client->acquireWithin(0) || throw new RuntimeException('a key is held');
        $this->client->release();
    }
}
