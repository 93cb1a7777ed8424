<?php
// Owns the scheduler's onOneServer() by a lock that stays for half a minute, whatever minute each server's clock shows.
// Does not own the lock (Lock.php), nor withoutOverlapping() (EventMutex.php).

declare(strict_types=1);

namespace RedisLock\Laravel;

use DateTimeInterface;
use Illuminate\Console\Scheduling\CacheSchedulingMutex;
use Illuminate\Console\Scheduling\Event;

/**
 * Runs an event of onOneServer() once for servers that reach it within 30 seconds. Laravel's own mutex has the minute of each server's clock
 * in its name, so that two servers of which one is still in the minute before both run the event.
 *
 *     $this->app->singleton(Illuminate\Console\Scheduling\SchedulingMutex::class, RedisLock\Laravel\SchedulingMutex::class);
 *
 * A store of another driver is locked by Laravel's own mutex.
 */
class SchedulingMutex extends CacheSchedulingMutex
{
    /** Half of a minute, the shortest period: what runs more often is decided once for its minute. */
    private const SECONDS = 30;

    public function create(Event $event, DateTimeInterface $time)
    {
        return $this->lockOf($event)?->acquire() ?? parent::create($event, $time);
    }

    public function exists(Event $event, DateTimeInterface $time)
    {
        return $this->lockOf($event)?->isLocked() ?? parent::exists($event, $time);
    }

    private function lockOf(Event $event): ?Lock
    {
        $store = $this->cache->store($this->store)->getStore();

        // Apart from the lock of withoutOverlapping(), which has the name alone.
        return $store instanceof Store ? $store->lock($event->mutexName() . ':one-server', self::SECONDS) : null;
    }
}
