<?php
// Owns the idle waiters: many processes, each waiting for a lock of its own that another holds, and what they cost the server.
// Does not judge the figure (rows.php).

declare(strict_types=1);

final class Idle
{
    /** As many as the budget is for. */
    public const WAITERS = 1_000;
    /** Seconds: longer than it takes to measure, and no longer than they may live after a benchmark that was killed. */
    private const WAIT = 30;
    /** Kilobytes that one forked waiter has to itself: 0.5 MB were measured, kernel and server included. */
    private const MEMORY = 2_048;
    /** Kilobytes left to the rest of the machine. */
    private const RESERVE = 524_288;

    /** @param bool $signals whether the holder is a RedisLock, and not of another make */
    public function __construct(
        private readonly Server $server,
        private readonly int $waiters,
        private readonly int $seconds,
        private readonly bool $signals = true,
    ) {
    }

    /**
     * @param class-string<Waiter> $contender
     * @return array{waiters: int, cpu: float} how many there was room for; the server's milliseconds of CPU per second
     */
    public function measure(string $contender): array
    {
        $room = $this->room();
        $holder = new Crew($this->server, 1, function (int $number, Closure $start) use ($room): array {
            $locks = array_map(fn (int $key): RedisLock => $this->lock($key), $this->signals ? range(0, $room - 1) : []);
            array_map(fn (RedisLock $lock): bool => $lock->acquire(), $locks);
            $start();

            return [];
        });
        $holder->awaitReady();
        for ($key = 0; !$this->signals && $key < $room; $key++) {
            $this->server->connection->ask('SET', self::key($key), 'of another make', 'EX', (string) (2 * self::WAIT));
        }
        $waiters = new Crew($this->server, $room, function (int $number, Closure $start) use ($contender): array {
            $client = new $contender($this->server->tcp);
            $client->choose(self::key($number));
            $client->acquireWithin(0.0);
            $start();
            // Real waiters come one by one, and so do the ends of their slices.
            usleep(random_int(0, 1_000_000));
            $client->acquireWithin(self::WAIT);

            return [];
        });
        $waiters->awaitReady()->start();
        $size = $waiters->size();
        // All have come, and the first second, in which they did, is over.
        sleep(2);
        $before = [$this->server->connection->cpu(), hrtime(true)];
        sleep($this->seconds);
        $cpu = ($this->server->connection->cpu() - $before[0]) / ((hrtime(true) - $before[1]) / 1e9);

        unset($waiters, $holder);
        $this->server->connection->ask('FLUSHALL');

        return ['waiters' => $size, 'cpu' => $cpu];
    }

    private function lock(int $key): RedisLock
    {
        return RedisLockContender::lock($this->server->tcp, self::key($key), 2 * self::WAIT);
    }

    private static function key(int $number): string
    {
        return "idle:$number";
    }

    private function room(): int
    {
        preg_match('/^MemAvailable:\s+(\d+)/m', (string) @file_get_contents('/proc/meminfo'), $found);
        $available = (int) ($found[1] ?? 0) - self::RESERVE;

        return max(1, min($this->waiters, intdiv($available, self::MEMORY)));
    }
}
