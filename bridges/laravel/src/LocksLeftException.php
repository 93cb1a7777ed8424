<?php
// Owns the report of locks that were left to a worker. Never thrown: Laravel reports exceptions.
// Made by ReleaseLeftLocks.php.

declare(strict_types=1);

namespace RedisLock\Laravel;

use RuntimeException;

/** A request, task, tick or job left locks held in a worker. They are released; what kept their objects is a mistake to be found. */
final class LocksLeftException extends RuntimeException
{
    /** How many keys the message names; all are in $keys. */
    private const NAMED = 10;

    /** @param list<string> $keys as Redis has them, in the order of their acquires */
    public function __construct(public readonly array $keys)
    {
        $named = '"' . implode('", "', array_slice($keys, 0, self::NAMED)) . '"';
        $more = count($keys) - self::NAMED;
        parent::__construct(sprintf(
            'locks were still held at the end of a request, task or job of this worker, and were released: %s%s; keep a lock in a'
            . ' local variable, or make it without automatic release if it is to outlive its request or job',
            $named,
            $more > 0 ? " and $more more" : '',
        ));
    }

    /** @return array{keys: list<string>} what Laravel writes to the log beside the message */
    public function context(): array
    {
        return ['keys' => $this->keys];
    }
}
