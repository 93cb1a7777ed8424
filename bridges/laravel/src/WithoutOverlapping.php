<?php
// Owns the middleware for jobs that must not overlap: Laravel's own, with the choices to release the lock when the job dies, to keep
// it while the job runs, and to run the job once. Does not own the lock (Lock.php), nor its key, which is Laravel's.

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Container\Container;
use Illuminate\Contracts\Cache\Repository;
use Illuminate\Contracts\Queue\Job;
use LogicException;
use ValueError;

class WithoutOverlapping extends \Illuminate\Queue\Middleware\WithoutOverlapping
{
    /** @var bool whether the lock is free at once when the job dies */
    public $autoRelease = false;

    private const TEN_YEARS = 315_360_000;

    /** @var int|float how long the job counts as done; 0: not at all */
    public $doneFor = 0;

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

    /**
     * Runs the job once in that time: another with this key, or the same that the queue delivers again, is deleted. A job that throws,
     * fails or releases itself is not done, and runs again.
     *
     *     return [(new WithoutOverlapping("order:$this->order"))->doneFor(86_400)->expireAfter(60)->releaseAfter(30)];
     *
     * A worker that dies between the work and its release runs the job again: what must never happen twice needs a unique key in the
     * database as well.
     *
     * @param int|float $seconds how long the job counts as done, 0.001 to ten years
     *
     * @return $this
     *
     * @throws ValueError No seconds, or too many.
     */
    public function doneFor(int|float $seconds): static
    {
        if (!($seconds >= 0.001 && $seconds <= self::TEN_YEARS)) {
            throw new ValueError("doneFor() takes 0.001 seconds to ten years, not $seconds");
        }
        $this->doneFor = $seconds;

        return $this;
    }

    public function handle($job, $next)
    {
        $lock = Container::getInstance()->make(Repository::class)->lock($this->getLockKey($job), $this->expiresAfter);
        if (!$lock instanceof LockOptions) {
            if ($this->autoRelease || $this->renewFor !== null || $this->doneFor > 0) {
                throw new LogicException(
                    'autoRelease(), autoRenew() and doneFor() need the cache driver redislock, or array in tests; '
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
            $lock->guard(function () use ($lock, $job, $next): void {
                $next($job);
                if ($this->doneFor > 0 && self::isDone($job)) {
                    $lock->release($this->doneFor);
                }
            });
        } elseif ($this->doneFor > 0 && $lock->isDone()) {
            // The queue deletes what comes back from its middleware.
        } elseif ($this->releaseAfter !== null) {
            $job->release($this->releaseAfter);
        }
    }

    /** A job may return, and yet have to run again, or have failed. */
    private static function isDone(object $job): bool
    {
        $queued = $job->job ?? null;

        return !$queued instanceof Job || !$queued->isReleased() && !$queued->hasFailed();
    }
}
