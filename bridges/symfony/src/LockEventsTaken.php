<?php
// Owns what a listener gets that wants to know what became of locks.

declare(strict_types=1);

namespace RedisLock\Symfony;

/** The events of locks since the last time, as RedisLock::events() returned them, oldest first; names may be the application's own. */
final class LockEventsTaken
{
    /** @param non-empty-list<array<string, mixed>> $events */
    public function __construct(public readonly array $events)
    {
    }
}
