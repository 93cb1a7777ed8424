<?php
// Owns the middleware for jobs that must not overlap: Laravel's own, with the choices to release the lock when the job dies and to keep
// it while the job runs. Does not own the lock (Lock.php), nor its key, which is Laravel's.

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Container\Container;
use Illuminate\Contracts\Cache\Repository;
use LogicException;

class WithoutOverlapping extends \Illuminate\Queue\Middleware\WithoutOverlapping
{
    /** @var bool whether the lock is free at once when the job dies */
    public $autoRelease = false;

    /** @var int|float|null for how long at most the lock is kept while the job runs; null: it ends with its seconds */
    public $renewFor = null;

    /**
     * Frees the lock at once when the job dies: by a fatal error, by exit, at a limit of PHP's, at its timeout.
     *
     *     return [(new WithoutOverlapping($this->account))->autoRelease()->expireAfter(600)];
     *
     * @return $this
     */
    public function autoRelease(): static
    {
        $this->autoRelease = true;

        return $this;
    }

    /**
     * Keeps the lock while the job runs, so that a job of hours needs a lock of seconds, and a worker that is killed leaves it free that
     * soon. Without expireAfter() the lock has the seconds of redislock.ttl.
     *
     *     return [(new WithoutOverlapping($this->account))->autoRenew(renewFor: 7200)->expireAfter(10)];
     *
     * @param int|float $renewFor the most seconds for which it is kept
     *
     * @return $this
     */
    public function autoRenew(int|float $renewFor = INF): static
    {
        $this->renewFor = $renewFor;

        return $this;
    }

    public function handle($job, $next)
    {
        $lock = Container::getInstance()->make(Repository::class)->lock($this->getLockKey($job), $this->expiresAfter);
        if (!$lock instanceof LockOptions) {
            if ($this->autoRelease || $this->renewFor !== null) {
                throw new LogicException(
                    'autoRelease() and autoRenew() need the cache driver redislock, or array in tests; '
                    . 'the default store of config/cache.php has another',
                );
            }

            return parent::handle($job, $next);
        }
        if ($this->autoRelease) {
            $lock->autoRelease();
        }
        if ($this->renewFor !== null) {
            $lock->autoRenew($this->renewFor);
        }
        if ($lock->get()) {
            $lock->guard(fn () => $next($job));
        } elseif ($this->releaseAfter !== null) {
            $job->release($this->releaseAfter);
        }
    }
}
