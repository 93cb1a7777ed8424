<?php
// Owns what ends a wait besides a release: its own end, the expiry of a crashed holder's key, and the end of a slice when
// the signal went to a process that was stopped.
// Does not judge the figures (rows.php).

declare(strict_types=1);

final class Endings
{
    private const STAYS = 'ending:stays';

    public function __construct(private readonly Server $server)
    {
    }

    /**
     * One process waits against a holder that stays, 0.05 to 1.05 s, and returns by how many milliseconds each wait was
     * wrong: too long, or too short. Nothing else disturbs the server, for that would wake it.
     *
     * @param class-string<Waiter> $contender
     * @param list<float> $waits seconds
     * @return list<float>
     */
    public function ofWait(string $contender, array $waits): array
    {
        $holder = $this->holder(self::STAYS, TTL + array_sum($waits) * 2);
        $waiter = new Crew($this->server, 1, function (int $number, Closure $start) use ($contender, $waits): array {
            $client = new $contender($this->server->tcp);
            $client->choose(self::STAYS);
            $client->acquireWithin(0.0);
            $start();

            return array_map(fn (float $wait): float => self::wrongBy($client, $wait), $waits);
        });
        $waiter->awaitReady()->start();
        $wrong = $waiter->reports()[0];
        $waiter->dismiss();
        unset($holder);
        $this->server->connection->ask('DEL', self::STAYS);

        return $wrong;
    }

    private static function wrongBy(Waiter $client, float $wait): float
    {
        $began = hrtime(true);
        if ($client->acquireWithin($wait)) {
            throw new RuntimeException('got a lock that another process holds');
        }

        return abs((hrtime(true) - $began) / 1e6 - $wait * 1e3);
    }

    /** A holder is killed; how many milliseconds after the expiry of its key does a waiter's acquire() return? */
    public function ofCrashedHolder(int $trial): float
    {
        $key = "ending:crash:$trial";
        $holder = $this->holder($key, 0.4 + random_int(0, 200) / 1e3);
        $waiter = $this->waiter($key);
        $waiter->start();
        $this->server->connection->awaitBlocked(1);
        // Redis keeps time by the wall clock, we by the monotonic one.
        $expiry = $this->server->connection->ask('PEXPIRETIME', $key) / 1e3 - microtime(true) + hrtime(true) / 1e9;
        $holder->signal(SIGKILL);
        $acquired = $waiter->reports()[0]['acquired'] / 1e9;
        $waiter->dismiss();

        return 1e3 * ($acquired - $expiry);
    }

    /**
     * Of two waiters the first in the queue is stopped, and swallows the signal; how many milliseconds after the release does
     * the other one's acquire() return?
     */
    public function ofStoppedWaiter(int $trial): float
    {
        $key = "ending:stop:$trial";
        $holder = $this->holder($key, TTL);
        $stopped = $this->waiter($key);
        $next = $this->waiter($key);
        $stopped->start();
        $this->server->connection->awaitBlocked(1);
        $next->start();
        $this->server->connection->awaitBlocked(2);
        $stopped->signal(SIGSTOP);
        $holder->start();
        $released = $holder->reports()[0]['released'];
        $acquired = $next->reports()[0]['acquired'];
        $stopped->signal(SIGCONT);
        $stopped->reports();

        return ($acquired - $released) / 1e6;
    }

    /** A process that holds, until it is told to release; or for good, when it is killed. */
    private function holder(string $key, float $ttl): Crew
    {
        $crew = new Crew($this->server, 1, function (int $number, Closure $start) use ($key, $ttl): array {
            $lock = RedisLockContender::lock($this->server->tcp, $key, $ttl);
            $lock->acquire() || throw new RuntimeException("$key is held");
            $start();
            $released = hrtime(true);
            $lock->release();

            return ['released' => $released];
        });

        return $crew->awaitReady();
    }

    private function waiter(string $key): Crew
    {
        $crew = new Crew($this->server, 1, function (int $number, Closure $start) use ($key): array {
            $lock = RedisLockContender::lock($this->server->tcp, $key);
            $lock->isLocked();
            $start();
            $lock->acquire(WAIT) || throw new RuntimeException('acquire() returned false');
            $acquired = hrtime(true);
            $lock->release();

            return ['acquired' => $acquired];
        });

        return $crew->awaitReady();
    }
}
