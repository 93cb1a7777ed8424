<?php
// Owns the array store of an application's tests: Laravel's own, except that its locks have the methods of ours.
// Does not own locks (ArrayLock.php).

declare(strict_types=1);

namespace RedisLock\Laravel;

class ArrayStore extends \Illuminate\Cache\ArrayStore
{
    /**
     * @param string|non-empty-list<string> $name of a list all are held, or none
     * @param int $seconds how long it lasts; 0: for ever
     * @param string|null $owner
     */
    public function lock($name, $seconds = 0, $owner = null): ArrayLock
    {
        return new ArrayLock($this, array_map(strval(...), is_array($name) ? array_values($name) : [$name]), $seconds, $owner);
    }
}
