<?php
// Owns the scheduler's onOneServer() by a lock of the nearest minute, whatever minute each server's clock shows.
// Does not own the lock (Lock.php), nor withoutOverlapping() (EventMutex.php).

declare(strict_types=1);

namespace RedisLock\Laravel;

use DateTimeInterface;
use Illuminate\Console\Scheduling\CacheSchedulingMutex;
use Illuminate\Console\Scheduling\Event;

/**
 * Runs an event of onOneServer() once for servers whose schedule:run starts within 30 seconds of the minute, before it or after it, however
 * late they reach the event. Laravel's own mutex has the minute of each server's clock in its name, so that two servers of which one is still
 * in the minute before both run the event.
 *
 *     $this->app->singleton(Illuminate\Console\Scheduling\SchedulingMutex::class, RedisLock\Laravel\SchedulingMutex::class);
 *
 * A store of another driver is locked by Laravel's own mutex.
 */
class SchedulingMutex extends CacheSchedulingMutex
{
    /** Half of a minute, the shortest period: what runs more often is decided once for its minute. */
    private const HALF = 30;

    /** Seconds for which the run of a minute stays taken, as in Laravel's own mutex: for servers that reach the event late. */
    private const SECONDS = 3600;

    public function create(Event $event, DateTimeInterface $time)
    {
        return $this->lockOf($event, $time)?->acquire() ?? parent::create($event, $time);
    }

    public function exists(Event $event, DateTimeInterface $time)
    {
        return $this->lockOf($event, $time)?->isLocked() ?? parent::exists($event, $time);
    }

    /** @param DateTimeInterface $time at which schedule:run started */
    private function lockOf(Event $event, DateTimeInterface $time): ?Lock
    {
        $store = $this->cache->store($this->store)->getStore();
        // In UTC, where no minute comes twice.
        $minute = gmdate('YmdHi', $time->getTimestamp() + self::HALF);

        // Apart from the lock of withoutOverlapping(), which has the name alone.
        return $store instanceof Store ? $store->lock($event->mutexName() . ":one-server:$minute", self::SECONDS) : null;
    }
}
