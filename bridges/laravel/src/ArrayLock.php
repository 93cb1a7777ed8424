<?php
// Owns a lock of the array store, for the tests of an application: Laravel's own, with the options of Lock.php kept in memory. Time is
// Carbon's, so that travel() lets it expire.
// Does not own what real locks do: there are no other processes here.

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Contracts\Cache\LockTimeoutException;
use Illuminate\Support\Carbon;
use ValueError;

class ArrayLock extends \Illuminate\Cache\ArrayLock implements LockOptions
{
    use SimulatedSleep;

    private bool $autoRelease = false;
    private bool $acquired = false;
    private int $permits = 1;
    private int|float $atLeast = 0;
    private int|float|null $renewFor = null;

    /**
     * @param ArrayStore $store
     * @param list<string> $names
     *
     * @internal
     */
    public function __construct($store, private array $names, $seconds, $owner = null)
    {
        if ($names === []) {
            throw new ValueError('a list of names for a lock must have at least one');
        }
        parent::__construct($store, $names[0], $seconds, $owner);
    }

    public function __destruct()
    {
        if ($this->autoRelease && $this->acquired) {
            $this->release();
        }
    }

    public function autoRelease(): static
    {
        $this->autoRelease = true;

        return $this;
    }

    public function autoRenew(int|float $renewFor = INF): static
    {
        $this->renewFor = $renewFor;

        return $this;
    }

    public function permits(int $holders): static
    {
        if ($holders < 1 || $holders > 64 || ($holders > 1 && count($this->names) > 1)) {
            throw new ValueError('permits() takes 1 to 64, and 1 for a lock of several names');
        }
        $this->permits = $holders;

        return $this;
    }

    public function atLeast(int|float $seconds): static
    {
        $this->atLeast = $seconds;

        return $this;
    }

    public function acquire(): bool
    {
        foreach ($this->places() as $names) {
            if (array_filter($names, $this->isTaken(...)) !== []) {
                continue;
            }
            $takenUntil = Carbon::now()->addMilliseconds((int) (1000 * $this->atLeast));
            $lock = ['owner' => $this->owner, 'expiresAt' => $this->end($this->seconds), 'takenUntil' => $takenUntil];
            $this->store->locks = array_fill_keys($names, $lock) + $this->store->locks;

            return $this->acquired = true;
        }

        return false;
    }

    public function block($seconds, $callback = null)
    {
        $acquired = $this->acquireInSimulatedTime($seconds);
        if ($acquired === false) {
            throw new LockTimeoutException("could not acquire lock \"$this->name\": held by another for all of $seconds s");
        }
        if ($acquired === null) {
            parent::block($seconds);
        }

        return is_callable($callback) ? $this->guard($callback) : true;
    }

    public function guard(callable $work): mixed
    {
        try {
            return $work();
        } finally {
            $this->release();
        }
    }

    public function release(): bool
    {
        $names = $this->held();
        foreach ($names as $name) {
            $takenUntil = $this->store->locks[$name]['takenUntil'];
            unset($this->store->locks[$name]);
            if ($takenUntil->isFuture()) {
                $this->store->locks[$name] = ['owner' => null, 'expiresAt' => $takenUntil, 'takenUntil' => $takenUntil];
            }
        }

        return $names !== [];
    }

    public function forceRelease(): void
    {
        $this->store->locks = array_diff_key($this->store->locks, array_flip(array_merge(...$this->places())));
    }

    public function refresh($seconds = null): bool
    {
        $names = array_filter($this->held(), $this->isTaken(...));
        foreach ($names as $name) {
            $this->store->locks[$name]['expiresAt'] = $this->end($seconds ?? $this->seconds);
        }

        return $names !== [];
    }

    public function isLocked(): bool
    {
        foreach ($this->places() as $names) {
            if (array_filter($names, $this->isTaken(...)) === []) {
                return false;
            }
        }

        return true;
    }

    public function isOwnedByCurrentProcess(): bool
    {
        return $this->isOwnedBy($this->owner);
    }

    public function isOwnedBy($owner): bool
    {
        return $this->getCurrentOwner() === $owner;
    }

    protected function getCurrentOwner(): ?string
    {
        $names = $this->held() ?: array_filter(array_merge(...$this->places()), $this->isTaken(...)) ?: [$this->name];

        return $this->store->locks[reset($names)]['owner'] ?? null;
    }

    /** @return list<list<string>> the names that a holder has: one place, or one for each permit */
    private function places(): array
    {
        $places = [$this->names];
        for ($permit = 2; $permit <= $this->permits; $permit++) {
            $places[] = ["$this->name:$permit"];
        }

        return $places;
    }

    /** @return list<string> the names of the place that our owner holds; none: it holds none */
    private function held(): array
    {
        foreach ($this->places() as $names) {
            if (array_filter($names, fn (string $name): bool => ($this->store->locks[$name]['owner'] ?? null) !== $this->owner) === []) {
                return $names;
            }
        }

        return [];
    }

    private function isTaken(string $name): bool
    {
        $lock = $this->store->locks[$name] ?? null;

        return $lock !== null && ($lock['expiresAt']?->isFuture() ?? true);
    }

    /** What is renewed lasts as long as that: no process dies here. */
    private function end(int|float|string|null $seconds): ?Carbon
    {
        $seconds = max($seconds, $this->renewFor ?? 0);

        return $seconds > 0 && is_finite((float) $seconds) ? Carbon::now()->addMilliseconds((int) (1000 * $seconds)) : null;
    }
}
