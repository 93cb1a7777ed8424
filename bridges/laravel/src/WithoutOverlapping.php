<?php
// Owns the middleware for jobs that must not overlap: Laravel's own, and the choice to release the lock when the job dies.
// Does not own the lock (Lock.php), nor its key, which is Laravel's.
// Called by Laravel's queue worker for jobs that name it in middleware().

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Container\Container;
use Illuminate\Contracts\Cache\Repository;
use LogicException;

class WithoutOverlapping extends \Illuminate\Queue\Middleware\WithoutOverlapping
{
    /** @var bool whether the lock is free at once when the job dies */
    public $autoRelease = false;

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

    public function handle($job, $next)
    {
        if (!$this->autoRelease) {
            return parent::handle($job, $next);
        }
        $lock = Container::getInstance()->make(Repository::class)->lock($this->getLockKey($job), $this->expiresAfter);
        if (!$lock instanceof Lock) {
            throw new LogicException('autoRelease() needs the cache driver redislock; the default store of config/cache.php has another');
        }
        if ($lock->autoRelease()->get()) {
            try {
                $next($job);
            } finally {
                $lock->release();
            }
        } elseif ($this->releaseAfter !== null) {
            $job->release($this->releaseAfter);
        }
    }
}
