<?php
// Owns what a listener gets that wants all events of locks at once, of every kind.

declare(strict_types=1);

namespace RedisLock\Laravel\Events;

/** The events of locks since the last time, as RedisLock::events() returned them, oldest first; names may be the application's own. */
final readonly class LockEventsTaken
{
    /** @param non-empty-list<array<string, mixed>> $events */
    public function __construct(public array $events)
    {
    }
}
