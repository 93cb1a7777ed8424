<?php
// Owns how an application says what the names of locks are, in events, panels and metrics.

declare(strict_types=1);

namespace RedisLock\Symfony;

interface LockNames
{
    /**
     * Names a lock. Names should be few: metrics are kept for each.
     *
     * @param string $key As Redis has it, with all prefixes; cut after 256 bytes.
     * @param string $name What the extension makes of it: `*` for numbers, mail addresses and ids.
     */
    public function name(string $key, string $name): string;
}
