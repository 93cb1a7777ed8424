<?php
// Measures how RedisLock waits, beside the floor, Laravel, Symfony and a loop with naps, and compares it with its budgets.
// Run it: make bench-waiting. Takes about three minutes, and wants a machine that does nothing else. Names of parts (PARTS)
// as arguments measure only those.
// Ends with 0 if RedisLock kept all budgets, 1 if not or if two held a lock at once, 2 if something is missing.

declare(strict_types=1);

foreach (glob(__DIR__ . '/waiting/*.php') as $file) {
    require $file;
}

/** By the heading of their column; ours is the first, and the floor what a machine allows. */
const CONTENDERS = [
    'RedisLock' => RedisLockContender::class,
    'floor' => FloorContender::class,
    'Laravel' => LaravelContender::class,
    'Symfony' => SymfonyContender::class,
    '5 ms loop' => LoopContender::class,
];

/** How often each thing is measured. */
const COUNTS = [
    'bursts' => 5,
    'steadies' => 3,
    'waits' => 40,
    'loop waits' => 10,
    'whole waits' => 5,
    'crashes' => 10,
    'stops' => 5,
];

const PARTS = ['bursts', 'steady', 'ends', 'idle'];

/** Returns what has to be installed first, or null. */
function missing(): ?string
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

/**
 * Laravel's processes sleep 250 ms in step with each other, and would take half of the benchmark's time.
 *
 * @param array<string, class-string<Contender>> $contenders
 * @return array<string, class-string<Contender>> those that take part
 */
function inRound(int $round, array $contenders): array
{
    return $round % 2 === 1 ? $contenders : array_diff($contenders, [LaravelContender::class]);
}

/** @param array<string, class-string<Contender>> $contenders */
function measureBursts(Server $server, Progress $progress, Figures $figures, array $contenders): void
{
    $bursts = ['burst16' => new Burst($server, 16), 'burst64' => new Burst($server, 64)];
    foreach ($contenders as $name => $contender) {
        $progress->show("warming up: $name");
        $bursts['burst16']->measure($contender);
    }
    for ($round = 1; $round <= COUNTS['bursts']; $round++) {
        foreach ($bursts as $measurement => $burst) {
            foreach (inRound($round, $contenders) as $name => $contender) {
                $progress->show("$measurement, round $round of " . COUNTS['bursts'] . ": $name");
                $figures->add($contender, $measurement, $burst->measure($contender));
            }
        }
    }
}

/** @param array<string, class-string<Contender>> $contenders */
function measureSteadyState(Server $server, Progress $progress, Figures $figures, array $contenders): void
{
    for ($round = 1; $round <= COUNTS['steadies']; $round++) {
        foreach (inRound($round, $contenders) as $name => $contender) {
            $progress->show("steady state, round $round of " . COUNTS['steadies'] . ": $name");
            $figures->add($contender, 'steady', (new Steady($server))->measure($contender));
        }
    }
}

/** @param array<string, class-string<Contender>> $contenders */
function measureEnds(Server $server, Progress $progress, Figures $figures, array $contenders): void
{
    $endings = new Endings($server);
    foreach ($contenders as $name => $contender) {
        $progress->show("end of a wait: $name");
        $waits = match ($contender) {
            RedisLockContender::class => spread(COUNTS['waits']),
            LaravelContender::class => array_fill(0, COUNTS['whole waits'], 1.0),
            FloorContender::class, SymfonyContender::class => [],
            LoopContender::class => spread(COUNTS['loop waits']),
        };
        if ($waits !== []) {
            $figures->add($contender, 'wait', ['end' => $endings->ofWait($contender, $waits)]);
        }
    }
    for ($trial = 1; $trial <= COUNTS['crashes']; $trial++) {
        $progress->show("holder killed, trial $trial of " . COUNTS['crashes']);
        $figures->add(RedisLockContender::class, 'crash', ['noticed' => $endings->ofCrashedHolder($trial)]);
    }
    for ($trial = 1; $trial <= COUNTS['stops']; $trial++) {
        $progress->show("waiter stopped, trial $trial of " . COUNTS['stops']);
        $figures->add(RedisLockContender::class, 'stop', ['next' => $endings->ofStoppedWaiter($trial)]);
    }
}

/** @param array<string, class-string<Contender>> $contenders */
function measureIdle(Server $server, Progress $progress, Figures $figures, array $contenders): void
{
    foreach (array_intersect($contenders, [RedisLockContender::class, FloorContender::class]) as $name => $contender) {
        $progress->show("idle waiters: $name");
        $figures->add($contender, 'idle', (new Idle($server))->measure($contender));
    }
}

/** @return list<float> so many waits from 0.05 to 1.05 s, in no order */
function spread(int $count): array
{
    $waits = array_map(fn (int $part): float => 0.05 + $part / ($count - 1), range(0, $count - 1));
    shuffle($waits);

    return $waits;
}

/**
 * Says what was missed, and returns the exit status.
 *
 * @param array<string, list<Row>> $rows
 */
function verdict(array $rows, Figures $figures, Table $table, Progress $progress, Machine $machine): int
{
    [$missed, $beyondReach] = [[], 0];
    foreach ($rows as $heading => $group) {
        foreach ($group as $row) {
            if ($row->isKept($row->value($figures, RedisLockContender::class)) === false) {
                $missed[] = strtok($heading, ':') . ": $row->label";
                if ($row->isKept($row->value($figures, FloorContender::class)) === false) {
                    $beyondReach++;
                }
            }
        }
    }
    $table->line($missed === [] ? 'RedisLock kept all budgets.' : 'RedisLock MISSED: ' . implode('; ', $missed) . '.');
    if ($beyondReach > 0) {
        $table->line(sprintf('The floor misses %d of these %d, too: this machine is too slow for them now.', $beyondReach, count($missed)));
    }
    $foreign = $machine->foreign();
    $table->line(sprintf(
        'That took %d s%s.',
        $progress->seconds(),
        $foreign === null ? '' : sprintf('; other work on this machine took %d %% of its cores\' time', round($foreign)),
    ));

    return $missed === [] ? 0 : 1;
}

$parts = array_slice($argv, 1) ?: PARTS;
$missing = missing();
if ($missing !== null || array_diff($parts, PARTS) !== []) {
    fwrite(STDERR, $missing !== null ? "waiting.php needs $missing\n" : 'waiting.php measures ' . implode(', ', PARTS) . "\n");
    exit(2);
}
$absences = array_filter(array_map(fn (string $contender): ?string => $contender::absence(), CONTENDERS));
$present = array_diff_key(CONTENDERS, $absences);

$server = new Server(PrivateRedis::program());
[$progress, $figures, $table] = [new Progress(), new Figures(), new Table(CONTENDERS, $absences)];
$machine = new Machine($server);
$table->line($machine->layout());
$table->line();
foreach ($parts as $part) {
    match ($part) {
        'bursts' => measureBursts($server, $progress, $figures, $present),
        'steady' => measureSteadyState($server, $progress, $figures, $present),
        'ends' => measureEnds($server, $progress, $figures, $present),
        'idle' => measureIdle($server, $progress, $figures, $present),
    };
}
$progress->hide();

$rows = rows((int) ($figures->of(RedisLockContender::class, 'idle waiters')[0] ?? Idle::WAITERS));
$table->print($rows, $figures);
$table->explain(COUNTS);
exit(verdict($rows, $figures, $table, $progress, $machine));
