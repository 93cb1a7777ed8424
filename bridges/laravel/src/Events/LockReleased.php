<?php
// Owns the name of one kind of event; what it tells is LockEvent.php's.

declare(strict_types=1);

namespace RedisLock\Laravel\Events;

/** A lock was released, by its holder or by an end that released it, after `held` seconds. */
final readonly class LockReleased extends LockEvent
{
}
