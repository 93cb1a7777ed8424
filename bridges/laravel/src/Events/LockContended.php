<?php
// Owns the name of one kind of event; what it tells is LockEvent.php's.

declare(strict_types=1);

namespace RedisLock\Laravel\Events;

/** A lock was not acquired, because another holder had it for all of the `waited` seconds. */
final readonly class LockContended extends LockEvent
{
}
