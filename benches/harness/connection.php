<?php
// Owns the few requests that the benchmark itself has for a Redis.
// Does not speak RESP itself (php-tests/support/resp.inc).
// Locks nothing: each contender has a client of its own.

declare(strict_types=1);

require_once __DIR__ . '/../../php-tests/support/redis.inc';

final class Connection extends RedisConnection
{
    /** @return string|int|null|list<mixed> */
    public function ask(string ...$words): mixed
    {
        $reply = parent::ask(...$words);

        return $reply instanceof RedisError ? throw new RuntimeException("the private Redis says $reply") : $reply;
    }

    /** One number of INFO. */
    public function number(string $section, string $field): float
    {
        if (!preg_match("/^$field:([0-9.]+)/m", $this->ask('INFO', $section), $found)) {
            throw new RuntimeException("INFO $section of this Redis has no $field");
        }

        return (float) $found[1];
    }

    /**
     * How many requests the server has read so far, this one included. A command that a script runs is none, and neither is
     * one that was sent together with another: each request is one round trip. total_commands_processed counts what
     * scripts run (Redis 7.0), and so would make several of one.
     */
    public function requests(): int
    {
        return (int) $this->number('stats', 'total_reads_processed');
    }

    /** Milliseconds of CPU that the server has used so far. */
    public function cpu(): float
    {
        return 1e3 * ($this->number('cpu', 'used_cpu_sys') + $this->number('cpu', 'used_cpu_user'));
    }

    /** Returns once so many clients wait in a blocking command. */
    public function awaitBlocked(int $clients, float $patience = 10.0): void
    {
        $end = hrtime(true) + $patience * 1e9;
        while (($blocked = $this->number('clients', 'blocked_clients')) < $clients) {
            if (hrtime(true) > $end) {
                throw new RuntimeException("$blocked of $clients waiters wait in a blocking command after $patience s");
            }
            usleep(2_000);
        }
    }
}
