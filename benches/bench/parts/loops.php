<?php
// Owns how fibers of one thread fare that wait for a lock which another of them holds: how soon all have had it, by how many connections,
// and what that leaves to a timer of the same loop.
// Does not know the loop (php-tests/loops/loop.inc), nor how processes wait (waiting/).

declare(strict_types=1);

final class Loops extends Part
{
    private const KEY = 'loops:lock';
    /** Seconds between two beats of the timer. */
    private const BEAT = 0.001;
    /** Seconds for which all wait. */
    private const QUIET = 2;

    public function pieces(): array
    {
        $pieces = [];
        foreach ($this->counts->fibers as $fibers) {
            $title = self::title($fibers);
            $pieces[$title] = fn () => $this->inRounds($title, $fibers);
        }

        return $pieces;
    }

    public function rows(): array
    {
        $rows = [];
        foreach ($this->counts->fibers as $fibers) {
            $title = self::title($fibers);
            $rows[$title] = [
                new Row('all have had it after', "$title last", ' ms', 0, atMost: 600),
                new Row('connections', "$title connections", '', 0, 'max', atMost: 1),
                new Row('timer late, p50', "$title p50", ' ms', 2, atMost: 1),
                new Row('timer late, p99', "$title p99", ' ms', 2, atMost: 6),
                new Row('CPU per second', "$title cpu", ' ms', 0),
            ];
        }

        return $rows;
    }

    private static function title(int $fibers): string
    {
        return "$fibers fibers wait for what another of their thread holds, unpinned, TCP";
    }

    private function inRounds(string $title, int $fibers): void
    {
        Layout::Unpinned->placeServer($this->server);
        for ($number = 1; $number <= $this->counts->contests; $number++) {
            $this->progress->show("$title, round $number of {$this->counts->contests}");
            $this->watch->round($this->figures, fn () => $this->figures->add('redislock', $title, $this->measure($fibers)));
        }
    }

    /** @return array<string, float> of a process of its own */
    private function measure(int $fibers): array
    {
        $crew = new Crew($this->server, 1, function (int $number, Closure $start) use ($fibers): array {
            require_once __DIR__ . '/../../../php-tests/loops/loop.inc';
            $start();

            return $this->hand($fibers);
        });
        $crew->awaitReady()->start();
        [$report] = $crew->reports();
        $crew->dismiss();
        $this->server->connection->ask('FLUSHALL');

        return $report;
    }

    /** @return array<string, float> */
    private function hand(int $fibers): array
    {
        $redis = new Connection($this->server->unix->ofRedisLock());
        $clients = fn (): int => substr_count((string) $redis->ask('CLIENT', 'LIST'), "\n");
        $before = $clients();
        Loop::install();
        $holder = $this->lock();
        $holder->acquire() || throw new RuntimeException('the first acquire() returned false');
        [$served, $begun] = [0, hrtime(true)];
        for ($n = 0; $n < $fibers; $n++) {
            Loop::go(function () use (&$served, $begun): void {
                $lock = $this->lock();
                $lock->acquire(WAIT)
                    || throw new RuntimeException(sprintf('not had %.1f s after the first began to wait; %d have had it', (hrtime(true) - $begun) / 1e9, $served));
                ++$served;
                $lock->release();
            });
        }
        Loop::run(fn (): bool => Loop::$suspended === $fibers);
        [$late, $cpu, $end] = [[], self::cpu(), hrtime(true) + self::QUIET * 1e9];
        Loop::go(function () use (&$late, $end): void {
            while (($now = hrtime(true)) < $end) {
                Loop::sleep(self::BEAT);
                $late[] = (hrtime(true) - $now) / 1e6 - 1e3 * self::BEAT;
            }
        });
        Loop::run(fn (): bool => hrtime(true) >= $end);
        $cpu = self::cpu() - $cpu;
        $connections = $clients() - $before;
        $released = hrtime(true);
        $holder->release();
        Loop::run(function () use (&$served, $fibers): bool {
            return $served === $fibers;
        });

        return [
            'last' => (hrtime(true) - $released) / 1e6,
            'connections' => $connections,
            'p50' => median($late),
            'p99' => percentile($late, 99),
            'cpu' => $cpu / self::QUIET,
        ];
    }

    private function lock(): RedisLock
    {
        return new RedisLock(self::KEY, TTL, $this->server->tcp->ofRedisLock());
    }

    /** Milliseconds of this process. */
    private static function cpu(): float
    {
        $usage = getrusage();

        return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1e3 + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1e3;
    }
}
