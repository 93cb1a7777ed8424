<?php
// Owns Cache::funnel(): how many may run a callback at a time, as the permits of one lock.
// Does not own the lock (Lock.php, ArrayLock.php).

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Cache\Limiters\ConcurrencyLimiterBuilder as ConcurrencyLimiterOfCache;
use Illuminate\Cache\Limiters\LimiterTimeoutException;
use Illuminate\Contracts\Cache\LockTimeoutException;
use Illuminate\Contracts\Redis\LimiterTimeoutException as RedisLimiterTimeoutException;
use Illuminate\Redis\Limiters\ConcurrencyLimiterBuilder;

class Funnel extends ConcurrencyLimiterBuilder
{
    /** The most permits that a lock has. Above it Laravel 13's own limiter tries place by place. */
    private const MOST = 64;

    /**
     * Has no effect: a wait is woken.
     *
     * @param int $sleep milliseconds
     *
     * @return $this
     */
    public function sleep($sleep)
    {
        return $this;
    }

    /**
     * Calls one of the two: the first once it has a place, the second if there was none for all of block()'s seconds.
     *
     * @return mixed what it returned
     *
     * @throws LimiterTimeoutException|RedisLimiterTimeoutException There was no place, and there is no second. Laravel before 13 has
     *     the exception of Redis::funnel() alone.
     */
    public function then(callable $callback, ?callable $failure = null)
    {
        if ($this->maxLocks > self::MOST && class_exists(ConcurrencyLimiterOfCache::class)) {
            $builder = new ConcurrencyLimiterOfCache($this->connection, $this->name);

            return $builder->limit($this->maxLocks)->releaseAfter($this->releaseAfter)->block($this->timeout)->then($callback, $failure);
        }
        // Apart from a lock of the same name, which would be one of the places.
        $lock = $this->connection->lock("$this->name:funnel", $this->releaseAfter)->permits($this->maxLocks);
        try {
            $lock->block($this->timeout);
        } catch (LockTimeoutException $timeout) {
            $class = class_exists(LimiterTimeoutException::class) ? LimiterTimeoutException::class : RedisLimiterTimeoutException::class;
            $thrown = new $class("no place in funnel \"$this->name\" within $this->timeout s", 0, $timeout);

            return $failure === null ? throw $thrown : $failure($thrown);
        }

        return $lock->guard($callback);
    }
}
