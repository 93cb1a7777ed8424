<?php
// Owns how waiters fare behind holders of other makes, which do not signal: told by Redis of the end, and by polling.
// Does not know how those take their locks (ForeignHolder), nor how waiters fare behind a RedisLock (waiting/).

declare(strict_types=1);

final class Foreign extends Part
{
    private const HOLDERS = ['phpredis' => PhpredisHolder::class, 'Laravel' => LaravelHolder::class, 'redis-py' => RedisPyHolder::class];
    private const ONE = 'one waiter behind a holder that does not signal, unpinned, TCP';
    private const HERD = self::WAITERS . ' waiters behind a holder that prolongs its lease once a second, unpinned, TCP';
    private const RESTLESS = 'the same, 200 times a second, unpinned, TCP';
    private const ASLEEP = 'idle waiters on as many keys, behind holders that do not signal, unpinned, TCP';
    private const KEY = 'foreign:lock';
    private const WAITERS = 64;
    /** Microseconds without a change: a waiter's last attempt is as old by then as one lets pass that polls. */
    private const QUIET = 200_000;
    /** Seconds for which a herd is counted. */
    private const HERDED = 4;
    /** Microseconds from one change of the key to the next. Of the second, who asked after each would ask twenty times as often as who polls. */
    private const PROLONGED = [self::HERD => 1_000_000, self::RESTLESS => 5_000];

    public function pieces(): array
    {
        return [
            self::ONE => fn () => $this->inRounds(self::ONE, fn (): array => $this->one()),
            self::HERD => fn () => $this->inRounds(self::HERD, fn (): array => $this->herd(self::HERD)),
            self::RESTLESS => fn () => $this->inRounds(self::RESTLESS, fn (): array => $this->herd(self::RESTLESS)),
            self::ASLEEP => fn () => $this->inRounds(self::ASLEEP, fn (): array => $this->asleep()),
        ];
    }

    public function rows(): array
    {
        $rows = [];
        foreach (array_keys($this->holders()) as $name) {
            $rows[self::ONE][] = new Row("$name releases: acquired after", self::ONE . " $name", ' ms', 2, atMost: 1);
            $rows[self::ONE][] = new Row('the same by polling', self::ONE . " $name polled", ' ms', 1);
        }
        foreach (array_keys(self::PROLONGED) as $title) {
            $rows[$title] = [
                new Row('server CPU per second', "$title cpu", ' ms', 1),
                // Of a key that changes all the time a few are told first, and the noise is as much.
                new Row('that to polling', "$title cpu to polling", 'x', 2, atMost: $title === self::HERD ? 1 : null),
                new Row('requests of each per second', "$title requests", '', 1),
                new Row('the same by polling', "$title requests polled", '', 1),
            ];
        }
        $rows[self::ASLEEP] = [
            new Row('server CPU per second', self::ASLEEP . ' cpu', ' ms', 1),
            new Row('that to waiters behind a RedisLock', self::ASLEEP . ' cpu to signalled', 'x', 2, atMost: 1),
        ];

        return $rows;
    }

    public function absences(): array
    {
        return array_filter(array_map(fn (string $holder): ?string => $holder::absence(), self::HOLDERS));
    }

    /** @return array<string, class-string<ForeignHolder>> */
    private function holders(): array
    {
        return array_diff_key(self::HOLDERS, $this->absences());
    }

    /** @param Closure(): array<string, float> $measure */
    private function inRounds(string $title, Closure $measure): void
    {
        Layout::Unpinned->placeServer($this->server);
        // A user to whom Redis tells nothing.
        $this->server->connection->ask('ACL', 'SETUSER', 'polls', 'on', '>pw', '~*', '&*', '+@all', '-client|tracking');
        for ($number = 1; $number <= $this->counts->contests; $number++) {
            $this->progress->show("$title, round $number of {$this->counts->contests}");
            $this->watch->round($this->figures, fn () => $this->figures->add('redislock', $title, $measure()));
        }
    }

    /** @return array<string, list<float>> milliseconds from the call of release() to the return of acquire() */
    private function one(): array
    {
        $figures = [];
        foreach ($this->holders() as $name => $class) {
            foreach (["$name" => true, "$name polled" => false] as $figure => $isTold) {
                for ($try = 0; $try < ($isTold ? 5 : 2); $try++) {
                    $figures[$figure][] = $this->handedOver(new $class($this->server->tcp, self::KEY), $isTold);
                }
            }
        }

        return $figures;
    }

    private function handedOver(ForeignHolder $holder, bool $isTold): float
    {
        $holder->acquire();
        $crew = new Crew($this->server, 1, function (int $number, Closure $start) use ($isTold): array {
            $lock = $this->lock($isTold);
            $lock->isLocked();
            $start();
            $lock->acquire(WAIT) || throw new RuntimeException('acquire() returned false');
            $at = hrtime(true);
            $lock->release();

            return ['at' => $at];
        });
        $crew->awaitReady()->start();
        usleep(self::QUIET + random_int(0, 100_000));
        $released = hrtime(true);
        $holder->release();
        [$report] = $crew->reports();
        $crew->dismiss();

        return ($report['at'] - $released) / 1e6;
    }

    /** @return array<string, float|list<float>> */
    private function herd(string $title): array
    {
        [$told, $polled] = [$this->herded(true, self::PROLONGED[$title]), $this->herded(false, self::PROLONGED[$title])];

        return ['cpu' => $told['cpu'], 'cpu to polling' => quotient($told['cpu'], $polled['cpu']), 'requests' => $told['requests'], 'requests polled' => $polled['requests']];
    }

    /**
     * @param int $pause microseconds between two changes
     *
     * @return array{cpu: float, requests: float} per second: milliseconds of the server's CPU, and requests of each waiter
     */
    private function herded(bool $isTold, int $pause): array
    {
        $server = $this->server->connection;
        $server->ask('SET', self::KEY, 'of another make');
        $crew = new Crew($this->server, self::WAITERS, function (int $number, Closure $start) use ($isTold): array {
            $lock = $this->lock($isTold);
            $lock->isLocked();
            $start();
            usleep(random_int(0, 100_000));
            $lock->acquire(self::HERDED + 2);

            return [];
        });
        $crew->awaitReady()->start();
        usleep(500_000);
        [$cpu, $requests, $begin, $changes] = [$server->cpu(), $server->requests(), hrtime(true), 0];
        while (hrtime(true) < $begin + self::HERDED * 1e9) {
            $server->ask('PEXPIRE', self::KEY, '60000');
            usleep($pause);
            ++$changes;
        }
        $seconds = (hrtime(true) - $begin) / 1e9;
        // INFO itself is two, of which the second is counted.
        $figures = ['cpu' => ($server->cpu() - $cpu) / $seconds, 'requests' => ($server->requests() - $requests - $changes - 2) / $seconds / self::WAITERS];
        $crew->reports();
        $crew->dismiss();
        $server->ask('FLUSHALL');

        return $figures;
    }

    /** @return array<string, float|list<float>> */
    private function asleep(): array
    {
        [$waiters, $seconds] = [$this->counts->waiting['idle waiters'], $this->counts->waiting['idle seconds']];
        $cpu = array_map(
            fn (bool $signals): float => (new Idle($this->server, $waiters, $seconds, $signals))->measure(RedisLockContender::class)['cpu'],
            ['signalled' => true, 'told' => false],
        );

        return ['cpu' => $cpu['told'], 'cpu to signalled' => quotient($cpu['told'], $cpu['signalled'])];
    }

    private function lock(bool $isTold): RedisLock
    {
        $address = $this->server->tcp->ofRedisLock();

        return new RedisLock(self::KEY, TTL, $isTold ? $address : str_replace('//', '//polls:pw@', $address));
    }
}

/** A lock of another make on one key. */
interface ForeignHolder
{
    /** As Contender's. */
    public static function absence(): ?string;

    public function __construct(Address $address, string $key);

    public function acquire(): void;

    public function release(): void;
}

/** What a careful user of phpredis writes. */
final class PhpredisHolder implements ForeignHolder
{
    private const RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

    private readonly Redis $redis;

    public static function absence(): ?string
    {
        return PhpredisContender::absence();
    }

    public function __construct(Address $address, private readonly string $key)
    {
        $this->redis = $address->connectPhpredis(false);
    }

    public function acquire(): void
    {
        $this->redis->set($this->key, 'phpredis', ['nx', 'px' => 1000 * TTL]) || throw new RuntimeException('set() returned false');
    }

    public function release(): void
    {
        $this->redis->eval(self::RELEASE, [$this->key, 'phpredis'], 1);
    }
}

/** `Cache::lock()`. */
final class LaravelHolder implements ForeignHolder
{
    private readonly LaravelContender $lock;

    public static function absence(): ?string
    {
        return LaravelContender::absence();
    }

    public function __construct(Address $address, string $key)
    {
        $this->lock = new LaravelContender($address);
        // Its store puts a prefix before it, which is empty here.
        $this->lock->choose($key);
    }

    public function acquire(): void
    {
        $this->lock->acquireWithin(1) || throw new RuntimeException('block() returned false');
    }

    public function release(): void
    {
        $this->lock->release();
    }
}

/** redis-py's Lock, in a process of its own that obeys lines. */
final class RedisPyHolder implements ForeignHolder
{
    private const PYTHON = '/usr/bin/python3';
    private const PROGRAM = __DIR__ . '/../../../php-tests/interop/redis_py.py';

    /** @var resource */
    private $process;
    /** @var array<int, resource> */
    private array $pipes = [];

    public static function absence(): ?string
    {
        exec(self::PYTHON . ' -c "import redis" 2>&1', $output, $status);

        return $status === 0 ? null : 'python3-redis';
    }

    public function __construct(Address $address, string $key)
    {
        $this->process = proc_open([self::PYTHON, self::PROGRAM, (string) $address->port(), $key], [['pipe', 'r'], ['pipe', 'w']], $this->pipes);
    }

    public function __destruct()
    {
        array_map(fclose(...), $this->pipes);
        proc_close($this->process);
    }

    public function acquire(): void
    {
        $this->tell('acquire');
    }

    public function release(): void
    {
        $this->tell('release');
    }

    private function tell(string $line): void
    {
        fwrite($this->pipes[0], "$line\n");
        trim((string) fgets($this->pipes[1])) === 'yes' || throw new RuntimeException("redis-py said no to $line");
    }
}
