<?php
// Owns the parts of the benchmark of waiting: who takes part, how often each thing is measured, and what is missed.
// Does not print.
// Called by waiting.php and bench.php.

declare(strict_types=1);

final class WaitingSuite
{
    /** By the heading of their column; ours is the first, and the floor what a machine allows. */
    public const CONTENDERS = [
        'RedisLock' => RedisLockContender::class,
        'floor' => BlpopContender::class,
        'Laravel' => LaravelContender::class,
        'Symfony' => SymfonyContender::class,
        '5 ms loop' => LoopContender::class,
    ];

    /** Those that a budget is held against, and what they are called. */
    public const FLOORS = [BlpopContender::class => 'floor'];

    public const PARTS = ['bursts', 'steady', 'ends', 'idle'];

    /** How often each thing is measured. */
    public const COUNTS = [
        'bursts' => 5,
        'steadies' => 3,
        'waits' => 40,
        'loop waits' => 10,
        'whole waits' => 5,
        'crashes' => 10,
        'stops' => 5,
        'idle waiters' => Idle::WAITERS,
        'idle seconds' => 5,
    ];

    /** @var array<string, string> what has to be installed, by the heading of the column */
    public readonly array $absences;
    /** @var array<string, class-string<Waiter>> */
    private readonly array $present;

    /** @param list<class-string<Waiter>> $left who does not take part although they could */
    public function __construct(
        private readonly Server $server,
        private readonly Progress $progress,
        public readonly Figures $figures = new Figures(),
        private readonly array $counts = self::COUNTS,
        array $left = [],
        private readonly ?Watch $watch = null,
    ) {
        $this->absences = array_filter(array_map(fn (string $contender): ?string => $contender::absence(), self::CONTENDERS));
        $this->present = array_diff(array_diff_key(self::CONTENDERS, $this->absences), $left);
    }

    /** What has to be installed before anything of this can run, or null. */
    public static function missing(): ?string
    {
        return match (true) {
            !function_exists('pcntl_fork') => "PHP's extension pcntl",
            !function_exists('posix_kill') => "PHP's extension posix",
            !function_exists('proc_open') => 'proc_open(), which disable_functions in php.ini forbids',
            !class_exists('RedisLock') => 'the extension redislock (`make bench-waiting` builds and loads it)',
            (new ReflectionMethod('RedisLock', 'acquire'))->getNumberOfParameters() < 1 => 'a RedisLock whose acquire() can wait',
            PrivateRedis::program() === null => 'redis-server or valkey-server in PATH (Debian: apt-get install redis-server)',
            default => null,
        };
    }

    public function measure(string $part): void
    {
        match ($part) {
            'bursts' => $this->measureBursts(),
            'steady' => $this->measureSteadyState(),
            'ends' => $this->measureEnds(),
            'idle' => $this->measureIdle(),
        };
    }

    /** @return array<string, list<Row>> by heading */
    public function rows(): array
    {
        $waiters = $this->figures->of(RedisLockContender::class, 'idle waiters')[0] ?? $this->counts['idle waiters'];

        return rows((int) $waiters, $this->counts['idle waiters']);
    }

    public function table(): Table
    {
        return new Table(self::CONTENDERS, $this->absences, WAITING_WORDS);
    }

    private function measureBursts(): void
    {
        $bursts = ['burst16' => new Burst($this->server, 16), 'burst64' => new Burst($this->server, 64)];
        foreach ($this->present as $name => $contender) {
            $this->progress->show("warming up: $name");
            $bursts['burst16']->measure($contender);
        }
        for ($round = 1; $round <= $this->counts['bursts']; $round++) {
            foreach ($bursts as $measurement => $burst) {
                foreach ($this->inRound($round) as $name => $contender) {
                    $this->progress->show("$measurement, round $round of {$this->counts['bursts']}: $name");
                    $this->add($contender, $measurement, fn (): array => $burst->measure($contender));
                }
            }
        }
    }

    private function measureSteadyState(): void
    {
        for ($round = 1; $round <= $this->counts['steadies']; $round++) {
            foreach ($this->inRound($round) as $name => $contender) {
                $this->progress->show("steady state, round $round of {$this->counts['steadies']}: $name");
                $this->add($contender, 'steady', fn (): array => (new Steady($this->server))->measure($contender));
            }
        }
    }

    private function measureEnds(): void
    {
        $endings = new Endings($this->server);
        foreach ($this->present as $name => $contender) {
            $this->progress->show("end of a wait: $name");
            $waits = match ($contender) {
                RedisLockContender::class => self::spread($this->counts['waits']),
                LaravelContender::class => array_fill(0, $this->counts['whole waits'], 1.0),
                BlpopContender::class, SymfonyContender::class => [],
                LoopContender::class => self::spread($this->counts['loop waits']),
            };
            if ($waits !== []) {
                $this->figures->add($contender, 'wait', ['end' => $endings->ofWait($contender, $waits)]);
            }
        }
        for ($trial = 1; $trial <= $this->counts['crashes']; $trial++) {
            $this->progress->show("holder killed, trial $trial of {$this->counts['crashes']}");
            $this->figures->add(RedisLockContender::class, 'crash', ['noticed' => $endings->ofCrashedHolder($trial)]);
        }
        for ($trial = 1; $trial <= $this->counts['stops']; $trial++) {
            $this->progress->show("waiter stopped, trial $trial of {$this->counts['stops']}");
            $this->figures->add(RedisLockContender::class, 'stop', ['next' => $endings->ofStoppedWaiter($trial)]);
        }
    }

    private function measureIdle(): void
    {
        $idle = new Idle($this->server, $this->counts['idle waiters'], $this->counts['idle seconds']);
        foreach (array_intersect($this->present, [RedisLockContender::class, BlpopContender::class]) as $name => $contender) {
            $this->progress->show("idle waiters: $name");
            $this->add($contender, 'idle', fn (): array => $idle->measure($contender));
        }
    }

    /** @param Closure(): array<string, float> $measure */
    private function add(string $contender, string $measurement, Closure $measure): void
    {
        $round = fn () => $this->figures->add($contender, $measurement, $measure());
        $this->watch === null ? $round() : $this->watch->round($this->figures, $round);
    }

    /**
     * Laravel's processes sleep 250 ms in step with each other, and would take half of the benchmark's time.
     *
     * @return array<string, class-string<Waiter>> those that take part
     */
    private function inRound(int $round): array
    {
        return $round % 2 === 1 ? $this->present : array_diff($this->present, [LaravelContender::class]);
    }

    /** @return list<float> so many waits from 0.05 to 1.05 s, in no order */
    private static function spread(int $count): array
    {
        $waits = array_map(fn (int $part): float => 0.05 + $part / ($count - 1), range(0, $count - 1));
        shuffle($waits);

        return $waits;
    }
}
