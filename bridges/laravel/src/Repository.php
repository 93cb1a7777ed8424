<?php
// Owns the cache of a store that has our locks: Laravel's own, except that funnel() is one lock with several permits, and that a value which
// is not there is computed by one process while the others wait for it.
// Does not own stores (Store.php, ArrayStore.php) nor limiting (Funnel.php).

declare(strict_types=1);

namespace RedisLock\Laravel;

use Closure;
use DateInterval;
use DateTimeInterface;
use Illuminate\Contracts\Cache\LockTimeoutException;
use UnitEnum;

class Repository extends \Illuminate\Cache\Repository
{
    /** Seconds after which another computes what a killed process began. */
    private const COMPUTING = 10;

    /** The most seconds for which a callback that hangs keeps the others from computing. */
    private const LONGEST = 3600;

    /**
     * Limits how many processes run a callback at a time. Laravel 13 has this method for every store; here it is woken by the release
     * and asks for all places in one request, in all versions.
     *
     *     Cache::funnel('slow-api')->limit(5)->releaseAfter(60)->block(10)->then(fn () => call(), fn () => abort(503));
     *
     * @param UnitEnum|string $name
     */
    public function funnel($name): Funnel
    {
        return new Funnel($this, self::text($name));
    }

    /**
     * Returns a value of the cache, as remember() does; where there is none, one process computes it, and all that want it meanwhile
     * wait for that.
     *
     *     $rates = Cache::rememberLocked('rates', 3600, fn () => fetchRates(), wait: 5);
     *
     * A callback that returns null has made no value, as with remember(): one after the other calls it.
     *
     * @template T
     *
     * @param UnitEnum|string $key
     * @param Closure|DateTimeInterface|DateInterval|int|null $ttl of the value
     * @param Closure(): T $callback
     * @param int|float $wait the most seconds to wait for another that computes
     *
     * @return T
     *
     * @throws LockTimeoutException Another was still at it when the wait was over.
     */
    public function rememberLocked($key, $ttl, Closure $callback, int|float $wait = 5): mixed
    {
        $key = self::text($key);
        $compute = function () use ($key, $ttl, $callback): array {
            $value = $callback();
            $this->put($key, $value, value($ttl, $value));

            return [$value];
        };
        $find = fn (): ?array => ($value = $this->get($key)) === null ? null : [$value];

        return $this->lockOf($key)->computeOnce($compute, $wait, $find)[0];
    }

    /** The lock of the value at this key while it is computed. */
    protected function lockOf(string $key): Lock|ArrayLock
    {
        return $this->store->lock("$key:computing", self::COMPUTING)->autoRelease()->autoRenew(self::LONGEST);
    }

    /** What stands for a name of Laravel's: its text, or an enum's. */
    protected static function text(mixed $name): string
    {
        return (string) ($name instanceof UnitEnum ? $name->value ?? $name->name : $name);
    }
}
