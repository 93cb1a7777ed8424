<?php
// Owns the name of one kind of event; what it tells is LockEvent.php's.

declare(strict_types=1);

namespace RedisLock\Laravel\Events;

/** A lock did not last: its ttl ran out, or it was removed, while it was held. */
final readonly class LockLost extends LockEvent
{
}
