<?php
// Owns flexible() of Laravel 11 and later: on a cold key one process computes.
// Does not own what Repository.php has in all versions.

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Container\Container;
use Illuminate\Contracts\Cache\LockTimeoutException;
use Illuminate\Contracts\Debug\ExceptionHandler;
use RedisLockException;
use Throwable;

/** The cache where Laravel's own has flexible(), which an application may ask by method_exists(). */
class FlexibleRepository extends Repository
{
    /** Seconds after which a process no longer waits for the value that another computes. */
    private const WAIT = 5;

    /**
     * Laravel's own. Where the cache has no value yet one process computes it; the others wait for that for up to five seconds, and not at all
     * where locks cannot be had.
     */
    public function flexible($key, $ttl, $callback, $lock = null, $alwaysDefer = false)
    {
        $key = self::text($key);
        $isCalled = false;
        $own = function () use (&$isCalled, $key, $ttl, $callback, $lock, $alwaysDefer): array {
            $isCalled = true;

            return [parent::flexible($key, $ttl, $callback, $lock, $alwaysDefer)];
        };
        $isThere = fn (): bool => !in_array(null, $this->many([$key, "illuminate:cache:flexible:created:$key"]), true);
        try {
            return $this->lockOf($key)->computeOnce($own, self::WAIT, fn (): ?array => $isThere() ? $own() : null)[0];
        } catch (LockTimeoutException|RedisLockException $noLock) {
            if ($isCalled) {
                throw $noLock;
            }
            $noLock instanceof LockTimeoutException || self::report($noLock);

            return $own()[0];
        }
    }

    private static function report(Throwable $failure): void
    {
        $app = Container::getInstance();
        $app->bound(ExceptionHandler::class) && $app->make(ExceptionHandler::class)->report($failure);
    }
}
