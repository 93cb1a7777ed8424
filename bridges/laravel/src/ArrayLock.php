<?php
// Owns a lock of the array store, for the tests of an application: Laravel's own, with the options of Lock.php kept in memory. Time is
// Carbon's, so that travel() lets it expire.
// Does not own what real locks do: there are no other processes here.

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Contracts\Cache\LockTimeoutException;
use Illuminate\Support\Carbon;
use LogicException;
use RedisLockLostException;
use RuntimeException;
use Throwable;
use TypeError;
use ValueError;

class ArrayLock extends \Illuminate\Cache\ArrayLock implements LockOptions
{
    use RefusesGenerators;
    use SimulatedSleep;

    private const TEN_YEARS = 315_360_000;

    private bool $autoRelease = false;
    private bool $acquired = false;
    private int $permits = 1;
    private int|float $atLeast = 0;
    private int|float|null $renewFor = null;
    private bool $isUsed = false;

    /**
     * @param ArrayStore $store
     * @param list<string> $names
     *
     * @internal
     */
    public function __construct($store, private array $names, $seconds, $owner = null)
    {
        parent::__construct($store, $names[0] ?? '', $seconds, $owner);
    }

    public function __destruct()
    {
        if ($this->autoRelease && $this->acquired) {
            $this->release();
        }
    }

    public function autoRelease(): static
    {
        $this->expectUnused(__FUNCTION__);
        $this->autoRelease = true;

        return $this;
    }

    public function autoRenew(int|float $renewFor = INF): static
    {
        $this->expectUnused(__FUNCTION__);
        $this->renewFor = $renewFor;

        return $this;
    }

    public function permits(int $holders): static
    {
        $this->expectUnused(__FUNCTION__);
        $this->permits = $holders;

        return $this;
    }

    public function atLeast(int|float $seconds): static
    {
        $this->expectUnused(__FUNCTION__);
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

    public function get($callback = null)
    {
        if (!$this->acquire()) {
            return false;
        }

        return is_callable($callback) ? $this->guard($callback) : true;
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
            $result = $work();
        } catch (Throwable $thrown) {
            $this->release();
            throw $thrown;
        }
        if (self::isUnfinished($result)) {
            $this->release();
            throw new TypeError(self::unfinished("\"$this->name\""));
        }
        // The work may have released the lock.
        if ($this->acquired && !$this->release()) {
            $why = "lock \"$this->name\" was lost: its ttl ran out or it was removed; check what the guarded work did; more seconds keep it for longer work";
            // The extension's, which this store does without.
            $lost = class_exists(RedisLockLostException::class) ? new RedisLockLostException($why) : new RuntimeException($why);
            if ($lost instanceof RedisLockLostException) {
                $lost->result = $result;
            }
            throw $lost;
        }

        return $result;
    }

    /** @internal as Lock::computeOnce() */
    public function computeOnce(callable $work, int|float $wait, callable $find): mixed
    {
        $found = $find();
        if ($found !== null) {
            return $found;
        }
        $this->block($wait);
        try {
            return $find() ?? $work();
        } finally {
            $this->release();
        }
    }

    public function release(int|float $doneFor = 0): bool
    {
        $this->checkDoneFor($doneFor);
        $names = $this->held();
        $this->acquired = $this->acquired && $names === [];
        foreach ($names as $name) {
            $takenUntil = $this->store->locks[$name]['takenUntil']->max(Carbon::now()->addMilliseconds((int) (1000 * $doneFor)));
            unset($this->store->locks[$name]);
            if ($takenUntil->isFuture()) {
                $this->store->locks[$name] = ['owner' => null, 'expiresAt' => $takenUntil, 'takenUntil' => $takenUntil, 'isDone' => $doneFor > 0];
            }
        }

        return $names !== [];
    }

    public function isDone(): bool
    {
        return $this->isTaken($this->name) && ($this->store->locks[$this->name]['isDone'] ?? false);
    }

    public function forceRelease(): void
    {
        $this->store->locks = array_diff_key($this->store->locks, array_flip(array_merge(...$this->places())));
    }

    public function refresh($seconds = null): bool
    {
        $names = $this->held();
        $end = $this->end($seconds ?? $this->seconds);
        foreach ($names as $name) {
            $last = $this->store->locks[$name]['expiresAt'];
            // null: for ever.
            $this->store->locks[$name]['expiresAt'] = $last === null || $end === null ? null : $last->max($end);
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
        $names = $this->held() ?: array_filter(array_merge(...$this->places()), $this->isTaken(...));

        return $names === [] ? null : $this->store->locks[reset($names)]['owner'];
    }

    /** @return list<list<string>> the names that a holder has: one place, or one for each permit */
    private function places(): array
    {
        $this->checkOptions();
        $this->isUsed = true;
        $places = [$this->names];
        for ($permit = 2; $permit <= $this->permits; $permit++) {
            $places[] = ["$this->name:$permit"];
        }

        return $places;
    }

    /** @return list<string> the names of the place that our owner holds; none: it holds none (any more) */
    private function held(): array
    {
        $isOurs = fn (string $name): bool => $this->isTaken($name) && $this->store->locks[$name]['owner'] === $this->owner;
        foreach ($this->places() as $names) {
            if (array_filter($names, $isOurs) === $names) {
                return $names;
            }
        }

        return [];
    }

    private function expectUnused(string $method): void
    {
        if ($this->isUsed) {
            throw new LogicException("$method() comes before all else that is called on lock \"$this->name\"");
        }
    }

    /** Refuses what RedisLock refuses, when it does: at the first use. */
    private function checkOptions(): void
    {
        $longest = $this->renewFor ?? $this->seconds;
        $wrong = match (true) {
            $this->names === [] => 'a list of names must have at least one',
            count(array_unique($this->names)) < count($this->names) => 'a list of names must not have one twice',
            $this->permits < 1 || $this->permits > 64 => "permits() takes 1 to 64, not $this->permits",
            $this->permits > 1 && count($this->names) > 1 => 'a lock of several names has one holder',
            $this->atLeast < 0 || is_nan($this->atLeast) => "atLeast() takes 0 seconds or more, not $this->atLeast",
            $this->atLeast > 0 && $this->atLeast < 0.001 => "atLeast() takes 0 or at least 0.001 seconds, not $this->atLeast",
            $longest > 0 && $this->atLeast > $longest => "atLeast() takes at most the $longest s of the lock, not $this->atLeast",
            default => null,
        };
        if ($wrong !== null) {
            throw new ValueError($wrong);
        }
    }

    private function checkDoneFor(int|float $doneFor): void
    {
        $wrong = match (true) {
            !($doneFor >= 0 && $doneFor <= self::TEN_YEARS) => "doneFor takes 0 seconds to ten years, not $doneFor",
            $doneFor > 0 && $doneFor < 0.001 => "doneFor takes 0 or at least 0.001 seconds, not $doneFor",
            $doneFor > 0 && $this->permits > 1 => 'doneFor is for a lock of one holder',
            $doneFor > 0 && count($this->names) > 1 => 'doneFor is for a lock of one name',
            default => null,
        };
        if ($wrong !== null) {
            throw new ValueError($wrong);
        }
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
