<?php
// Owns what is done with the extension's events of locks: they are taken out once, at the end of a request or job, and dispatched.
// Does not own when that is (RedisLockServiceProvider.php, ReleaseLeftLocks.php), nor what events tell (Events/).

declare(strict_types=1);

namespace RedisLock\Laravel;

use Closure;
use Illuminate\Container\Container;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Contracts\Events\Dispatcher;
use RedisLock;
use RedisLock\Laravel\Events\LockAcquired;
use RedisLock\Laravel\Events\LockContended;
use RedisLock\Laravel\Events\LockEventsTaken;
use RedisLock\Laravel\Events\LockLost;
use RedisLock\Laravel\Events\LockReleased;
use Throwable;

/** A singleton of the application. */
final class LockEvents
{
    /** What is left out has no event of its own: acquires that threw, and leases that were left to their ttl. */
    private const KINDS = [
        'acquired' => LockAcquired::class,
        'refused' => LockContended::class,
        'released' => LockReleased::class,
        'lost' => LockLost::class,
        'expired' => LockLost::class,
    ];

    private ?Closure $name = null;

    public function __construct(private Dispatcher $dispatcher)
    {
    }

    /**
     * Has names be made of keys in another way than the extension's. They should be few: metrics are kept for each.
     *
     *     app(LockEvents::class)->nameUsing(fn (string $key, string $name): string => Str::before($key, '@'));
     *
     * @param callable(string, string): string $name gets the key and the extension's name
     */
    public function nameUsing(callable $name): static
    {
        $this->name = $name(...);

        return $this;
    }

    /** Takes the events out and dispatches them, if there is a listener; without one they stay for a caller of RedisLock::events(). */
    public function take(): void
    {
        $kinds = array_filter(self::KINDS, $this->dispatcher->hasListeners(...));
        $all = $this->dispatcher->hasListeners(LockEventsTaken::class);
        $events = $all || $kinds !== [] ? RedisLock::events() : [];
        if ($events === []) {
            return;
        }
        if ($this->name !== null) {
            $this->attempt(function () use (&$events): void {
                foreach ($events as &$event) {
                    $event['name'] = ($this->name)($event['key'], $event['name']);
                }
            });
        }
        if ($all) {
            $this->attempt(fn () => $this->dispatcher->dispatch(new LockEventsTaken($events)));
        }
        foreach ($events as $event) {
            if (isset($kinds[$event['event']])) {
                $this->attempt(fn () => $this->dispatcher->dispatch(new $kinds[$event['event']]($event)));
            }
        }
        // Locks of the listeners themselves: dispatched next time, they would lead to more, without end.
        RedisLock::events();
    }

    /** The work is done, and a worker goes on: what a listener throws fails neither. */
    private function attempt(Closure $tell): void
    {
        try {
            $tell();
        } catch (Throwable $thrown) {
            Container::getInstance()->make(ExceptionHandler::class)->report($thrown);
        }
    }
}
