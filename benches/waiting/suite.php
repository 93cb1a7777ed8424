<?php
// Owns the parts of the benchmark of waiting: who takes part, how often each thing is measured, and what is missed.
// Does not print.

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

    /**
     * @param list<class-string<Waiter>> $left who does not take part although they could
     * @param Beside|null $beside another build of RedisLock that takes part, too
     */
    public function __construct(
        private readonly Server $server,
        private readonly Progress $progress,
        public readonly Figures $figures = new Figures(),
        private readonly array $counts = self::COUNTS,
        array $left = [],
        private readonly ?Watch $watch = null,
        private readonly ?Beside $beside = null,
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
            RedisServer::program() === null => 'redis-server or valkey-server in PATH (Debian: apt-get install redis-server)',
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
        return new Table(self::CONTENDERS, $this->absences, WAITING_WORDS, before: $this->beside?->name(RedisLockContender::class));
    }

    private function measureBursts(): void
    {
        foreach ($this->inRound(1) as $name => $contender) {
            $this->progress->show("warming up: $name");
            $this->trial($contender, 'burst', 16);
        }
        for ($round = 1; $round <= $this->counts['bursts']; $round++) {
            foreach (['burst16' => 16, 'burst64' => 64] as $measurement => $processes) {
                foreach ($this->inRound($round) as $name => $contender) {
                    $this->progress->show("$measurement, round $round of {$this->counts['bursts']}: $name");
                    $this->add($contender, $measurement, fn (): array => $this->trial($contender, 'burst', $processes));
                }
            }
        }
        $this->compareWithFloor('burst16', 'total');
        $this->compareWithFloor('burst64', 'total', 'requests', 'handoff');
    }

    private function measureSteadyState(): void
    {
        for ($round = 1; $round <= $this->counts['steadies']; $round++) {
            foreach ($this->inRound($round) as $name => $contender) {
                $this->progress->show("steady state, round $round of {$this->counts['steadies']}: $name");
                $this->add($contender, 'steady', fn (): array => $this->trial($contender, 'steady'));
            }
        }
        $this->compareWithFloor('steady', 'rate', 'fairness', 'p99');
    }

    private function measureEnds(): void
    {
        foreach ($this->inRound(1) as $name => $contender) {
            $this->progress->show("end of a wait: $name");
            $waits = match ($contender) {
                LaravelContender::class => array_fill(0, $this->counts['whole waits'], 1.0),
                BlpopContender::class, SymfonyContender::class => [],
                LoopContender::class => self::spread($this->counts['loop waits']),
                // Ours, of one build or two.
                default => self::spread($this->counts['waits']),
            };
            if ($waits !== []) {
                $this->figures->add($contender, 'wait', $this->trial($contender, 'wait', $waits));
            }
        }
        for ($trial = 1; $trial <= $this->counts['crashes']; $trial++) {
            $this->progress->show("holder killed, trial $trial of {$this->counts['crashes']}");
            foreach ($this->ours($trial) as $contender) {
                $this->figures->add($contender, 'crash', $this->trial($contender, 'crash', $trial));
            }
        }
        for ($trial = 1; $trial <= $this->counts['stops']; $trial++) {
            $this->progress->show("waiter stopped, trial $trial of {$this->counts['stops']}");
            foreach ($this->ours($trial) as $contender) {
                $this->figures->add($contender, 'stop', $this->trial($contender, 'stop', $trial));
            }
        }
    }

    private function measureIdle(): void
    {
        foreach ([...$this->ours(1), ...array_intersect($this->present, ['floor' => BlpopContender::class])] as $name => $contender) {
            $this->progress->show("idle waiters: $name");
            $this->add($contender, 'idle', fn (): array => $this->trial($contender, 'idle', $this->counts['idle waiters'], $this->counts['idle seconds']));
        }
        $this->compareWithFloor('idle', 'cpu');
    }

    /** Adds the quotients by the floor's median, which is what the machine allowed in this run. */
    private function compareWithFloor(string $measurement, string ...$names): void
    {
        foreach ($names as $name) {
            $floors = $this->figures->of(BlpopContender::class, "$measurement $name");
            foreach ($floors === [] ? [] : array_unique([...$this->present, ...$this->ours(1)]) as $contender) {
                foreach ($this->figures->of($contender, "$measurement $name") as $value) {
                    $this->figures->add($contender, $measurement, ["$name to floor" => quotient($value, median($floors))]);
                }
            }
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
     * @return array<string, string> those that take part
     */
    private function inRound(int $round): array
    {
        $peers = array_diff($this->present, [RedisLockContender::class], $round % 2 === 1 ? [] : [LaravelContender::class]);

        return [...$this->ours($round), ...$peers];
    }

    /** @return array<string, string> RedisLock and, where there is one, its other build, which is first in every second round */
    private function ours(int $round): array
    {
        $builds = ['RedisLock' => RedisLockContender::class];
        if ($this->beside !== null) {
            $builds['RedisLock before'] = $this->beside->name(RedisLockContender::class);
        }

        return $round % 2 === 1 ? $builds : array_reverse($builds);
    }

    /** @return array<string, float|list<float>> as trial() returns them */
    private function trial(string $contender, string $what, mixed ...$arguments): array
    {
        return $this->beside !== null && in_array($contender, $this->ours(1), true)
            ? Beside::trial($this->server, $contender, $what, ...$arguments)
            : trial($this->server, $what, $contender, ...$arguments);
    }

    /** @return list<float> so many waits from 0.05 to 1.05 s, in no order */
    private static function spread(int $count): array
    {
        $waits = array_map(fn (int $part): float => 0.05 + $part / ($count - 1), range(0, $count - 1));
        shuffle($waits);

        return $waits;
    }
}
