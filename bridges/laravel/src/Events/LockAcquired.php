<?php
// Owns the name of one kind of event; what it tells is LockEvent.php's.

declare(strict_types=1);

namespace RedisLock\Laravel\Events;

/** A lock was acquired, at once or after `waited` seconds. */
final readonly class LockAcquired extends LockEvent
{
}
