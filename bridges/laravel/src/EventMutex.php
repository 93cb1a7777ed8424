<?php
// Owns the scheduler's withoutOverlapping() by a lock that is renewed while the process of the scheduler lives.
// Does not own the lock (Lock.php), nor onOneServer(), whose lock is to outlive its process (SchedulingMutex.php).

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Console\Scheduling\CacheEventMutex;
use Illuminate\Console\Scheduling\CallbackEvent;
use Illuminate\Console\Scheduling\Event;
use Illuminate\Contracts\Cache\Factory;

/**
 * Frees within seconds what a killed scheduler ran in its own process, the callbacks and jobs of call() and job(), where Laravel's own mutex
 * keeps it for the minutes of withoutOverlapping(). A command outlives the scheduler, and is kept for its minutes here, too.
 *
 *     $this->app->singleton(Illuminate\Console\Scheduling\EventMutex::class, RedisLock\Laravel\EventMutex::class);
 *
 * The minutes of withoutOverlapping() are the longest that it is kept. A store of another driver is locked by Laravel's own mutex.
 */
class EventMutex extends CacheEventMutex
{
    /** @var array<string, Lock> by the name of their event: those that this process took, also after their release */
    private array $locks = [];

    /** @param int|float $seconds after which an event that was killed may run again */
    public function __construct(Factory $cache, private int|float $seconds = 30)
    {
        parent::__construct($cache);
    }

    public function create(Event $event)
    {
        $store = $this->locksOfOurs();
        if ($store === null) {
            return parent::create($event);
        }
        $longest = $event->expiresAt * 60;
        // A command is a process of its own and outlives this one, also in the foreground.
        $lock = $event->runInBackground || !$event instanceof CallbackEvent
            ? $store->lock($event->mutexName(), $longest)
            : $store->lock($event->mutexName(), min($this->seconds, $longest))->autoRenew($longest);
        if (!$lock->acquire()) {
            return false;
        }
        $this->locks[$event->mutexName()] = $lock;

        return true;
    }

    public function exists(Event $event)
    {
        $store = $this->locksOfOurs();

        return $store === null ? parent::exists($event) : $store->lock($event->mutexName())->isLocked();
    }

    public function forget(Event $event)
    {
        $store = $this->locksOfOurs();
        if ($store === null) {
            parent::forget($event);

            return;
        }
        // Laravel forgets a callback's twice: by then another may hold it.
        $lock = $this->locks[$event->mutexName()] ?? null;
        $lock === null ? $store->lock($event->mutexName())->forceRelease() : $lock->release();
    }

    private function locksOfOurs(): ?Store
    {
        $store = $this->cache->store($this->store)->getStore();

        return $store instanceof Store ? $store : null;
    }
}
