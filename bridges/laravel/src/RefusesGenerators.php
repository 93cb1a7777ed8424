<?php
// Owns refusing a generator as the work of a lock: what it does begins when it is run, after the lock was released.
// Does not own calling the work (Lock.php, ArrayLock.php).

declare(strict_types=1);

namespace RedisLock\Laravel;

use Generator;
use ReflectionException;
use ReflectionGenerator;

/** @internal */
trait RefusesGenerators
{
    private static function isUnfinished(mixed $result): bool
    {
        if (!$result instanceof Generator) {
            return false;
        }
        try {
            // To ask it whether it is valid() would begin it.
            $generator = new ReflectionGenerator($result);
        } catch (ReflectionException) {
            // So PHP before 8.4 tells of one that has ended.
            return false;
        }

        return !method_exists($generator, 'isClosed') || !$generator->isClosed();
    }

    private static function unfinished(string $lock): string
    {
        return "the callback of lock $lock must not return a generator that has not ended: the rest would run without the lock, which was released; put the loop into the callback";
    }
}
