<?php
// Owns the soak: eight workers of php-fpm and eight long scripts use locks for half an hour, connections and scripts are taken from
// them on the way, and at the end memory, threads, sockets and Redis have to be as at the start.
// Does not own the acts (acts.php), what is measured (samples.php) and what counts as a leak (judgement.php).
// Called by `make soak`; SOAK_SECONDS (1800), SOAK_PAUSE (the most that a worker rests between two acts, 20000 microseconds),
// SOAK_PLANT (memory, socket, key or end: one script does what has to be found). Ends with 0 if nothing was left behind.

declare(strict_types=1);

require __DIR__ . '/../php-tests/fpm/pool.inc';
require __DIR__ . '/acts.php';
require __DIR__ . '/samples.php';
require __DIR__ . '/judgement.php';

final class Soak
{
    private const WORKERS = 8;
    /** When the workers rest for the first time, as a part of the whole: everything has been used by then. */
    private const WARM_UP = 0.1;
    /** What a request prints at its end: by the end it has chosen, if that is one of PHP's own. */
    private const ENDS = [
        'exception' => 'Uncaught DomainException: thrown at the end',
        'memory' => 'Allowed memory size',
        'time' => 'Maximum execution time of 1 second exceeded',
    ];

    private RedisServer $redis;
    private Fpm $fpm;
    private Samples $samples;
    private Judgement $judgement;
    /** @var array<string, Background> */
    private array $scripts = [];
    /** @var array<string, int> pids by name */
    private array $pids = [];
    /** @var list<FastCgiRequest> the eight that are being answered, the oldest first */
    private array $requests = [];
    private array $ends = [];
    /** How many the scripts had; those of requests are not counted. */
    private int $leases = 0;
    /** What was measured while all rested: at the beginning and at the end. @var list<Samples> */
    private array $rests = [];
    /** Workers rest while this file is there; scripts end when the other is. */
    private string $rest;
    private string $stop;
    private string $request;
    private string $resting;
    private array $cuts = ['connections' => 0, 'scripts' => 0, 'signals' => 0];

    public function __construct(private float $seconds, private int $pause)
    {
        $this->redis = RedisServer::start();
        $this->samples = new Samples();
        $this->judgement = new Judgement($this->samples, self::WARM_UP * $seconds, $seconds);
        $servers = [$this->redis->address(), $this->redis->unix()];
        $folder = sys_get_temp_dir() . '/redislock-soak-' . bin2hex(random_bytes(5));
        [$this->rest, $this->stop] = ["$folder-rest", "$folder-stop"];
        $this->startScripts($servers);
        $this->fpm = Fpm::start(['www' => ['pm.max_children' => (string) self::WORKERS]]);
        $variables = sprintf('$servers = %s; $pause = %d; $rest = %s; ', var_export($servers, true), $pause, var_export($this->rest, true));
        $this->request = $this->fpm->script("$variables require '" . __DIR__ . "/request.php';");
        $this->resting = $this->fpm->script("$variables require '" . __DIR__ . "/resting.php';");
        foreach ($this->fpm->workers() as $number => $pid) {
            $this->pids['fpm ' . $number + 1] = $pid;
        }
    }

    public function run(): int
    {
        try {
            $this->work();
        } catch (RuntimeException $somebodyIsGone) {
            $this->judgement->fault($somebodyIsGone->getMessage());

            return $this->judgement->end();
        }

        return $this->end();
    }

    private function work(): void
    {
        $started = hrtime(true);
        $every = max(0.5, min(5.0, $this->seconds / 300));
        [$sample, $cut, $told] = [$every, 1.0, 60.0];
        while (($at = (hrtime(true) - $started) / 1e9) < $this->seconds) {
            $this->answer();
            if ($this->rests === [] && $at >= self::WARM_UP * $this->seconds) {
                $this->rest($at);
            }
            if ($at >= $sample) {
                $this->sample($this->samples, $at);
                $sample = $at + $every;
            }
            if ($at >= $cut) {
                $this->cut();
                $cut = $at + mt_rand(500, 4000) / 1000;
            }
            if ($at >= $told) {
                $this->tell($at);
                $told += 60.0;
            }
        }
        $this->rest($this->seconds);
    }

    private function startScripts(array $servers): void
    {
        $planted = getenv('SOAK_PLANT');
        for ($number = 1; $number <= self::WORKERS; $number++) {
            // One of them only: the others are what it differs from.
            putenv($number === 3 && $planted ? "SOAK_PLANT=$planted" : 'SOAK_PLANT');
            $order = ['seed' => mt_rand(), 'servers' => $servers, 'rest' => $this->rest, 'stop' => $this->stop, 'pause' => $this->pause];
            $code = '$argv = ["", ' . var_export(json_encode($order), true) . "]; require '" . __DIR__ . "/worker.php';";
            $this->scripts["cli $number"] = $this->redis->background($code, ['extension' => ['pcntl']]);
            $this->pids["cli $number"] = $this->scripts["cli $number"]->pid;
        }
        putenv('SOAK_PLANT');
    }

    /** Sends so many requests that each worker has one, and waits for the oldest. */
    private function answer(): void
    {
        while (count($this->requests) < self::WORKERS) {
            $this->requests[] = $this->fpm->ask($this->request);
        }
        $this->judgeAnswer(array_shift($this->requests)->body());
    }

    private function judgeAnswer(string $body): void
    {
        $asMeant = preg_match('/^end by (.+?): \s*(.*)$/s', $body, $found);
        [, $end, $rest] = $asMeant ? $found : ['', 'something else', $body];
        $expected = self::ENDS[$end] ?? null;
        if (!$asMeant || ($expected === null ? $rest !== '' : !str_starts_with($rest, "Fatal error: $expected"))) {
            $this->judgement->fault("a request printed: $body");
        }
        $this->ends[$end] = ($this->ends[$end] ?? 0) + 1;
    }

    /** Has all sixteen bring about what a worker keeps, and stand still while it is counted. */
    private function rest(float $at): void
    {
        foreach ($this->requests as $request) {
            $this->judgeAnswer($request->body());
        }
        $name = 'number ' . count($this->rests) + 1;
        file_put_contents($this->rest, $name);
        // One for each worker, for none of them takes a second one before the file is gone.
        $this->requests = array_map(fn (): FastCgiRequest => $this->fpm->ask($this->resting), range(1, self::WORKERS));
        foreach ($this->requests as $request) {
            $request->waitFor('rests');
        }
        foreach ($this->scripts as $script) {
            $script->waitForLine("rests: $name");
        }
        $this->rests[] = new Samples();
        $this->sample(end($this->rests), $at);
        unlink($this->rest);
        foreach ($this->requests as $request) {
            $request->body();
        }
        $this->requests = [];
    }

    private function sample(Samples $samples, float $at): void
    {
        foreach ($this->pids as $name => $pid) {
            $script = $this->scripts[$name] ?? null;
            // An ended script is a zombie until it is waited for; php-fpm's master would start another worker.
            if ($script !== null && !$script->isRunning() || !$samples->ofWorker($name, $pid, $at)) {
                $why = $script ? self::ending($script->wait()) : $this->fpm->troubles();
                throw new RuntimeException("$name ended after " . (int) $at . " s: $why");
            }
        }
        $samples->ofRedis($this->redis, $at);
    }

    /** Takes something from the workers that they have to get anew, or interrupts them. */
    private function cut(): void
    {
        $what = array_rand($this->cuts);
        match ($what) {
            'connections' => $this->redis->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'),
            'scripts' => $this->redis->call('SCRIPT', 'FLUSH'),
            'signals' => array_map(fn (Background $script) => $script->isRunning() && $script->kill('USR1'), $this->scripts),
        };
        $this->cuts[$what]++;
    }

    private function tell(float $at): void
    {
        $size = fn (string $kind): int => array_sum(array_map(fn (string $name): int => $this->samples->last($name, 'dirty'),
            preg_grep("/^$kind /", $this->samples->workers())));
        printf("%5d s  %d requests; private dirty kB: fpm %d, cli %d; keys in Redis %d\n",
            $at, array_sum($this->ends), $size('fpm'), $size('cli'), $this->samples->last('redis', 'keys'));
    }

    private function end(): int
    {
        if (array_diff($this->fpm->workers(), $this->pids) !== []) {
            $this->judgement->fault('php-fpm has started a worker anew');
        }
        $acts = $this->endScripts();
        if (($troubles = $this->fpm->troubles()) !== '') {
            $this->judgement->fault("php-fpm's log: $troubles");
        }
        $this->fpm->stop();
        $this->judgement->workers(...$this->rests);
        $this->judgement->redis(count(glob(__DIR__ . '/../docs/lua/*.lua')), ...$this->rests);
        $this->whatIsLeftInRedis();
        printf("cut: %s\nrequests, by their end: %s\nscripts: %d leases; %s\n",
            self::counts($this->cuts), self::counts($this->ends), $this->leases, self::counts($acts));

        return $this->judgement->end();
    }

    /** @return array<string, int> how often the scripts did each act */
    private function endScripts(): array
    {
        touch($this->stop);
        $acts = [];
        foreach ($this->scripts as $name => $script) {
            $result = $script->wait();
            $told = json_decode(substr(strrchr("\n" . trim($result->out), "\n"), 1), true);
            if ($result->code !== 0 || !is_array($told)) {
                $this->judgement->fault("$name: " . self::ending($result));
            }
            $this->leases += $told['leases'] ?? 0;
            foreach ($told['acts'] ?? [] as $act => $times) {
                $acts[$act] = ($acts[$act] ?? 0) + $times;
            }
        }
        unlink($this->stop);
        arsort($acts);

        return $acts;
    }

    private function whatIsLeftInRedis(): void
    {
        // A request that was cut in its last moment may leave its lock to the ttl.
        $others = fn (): array => preg_grep('/:rl-fence/', $this->redis->call('KEYS', '*'), PREG_GREP_INVERT);
        eventually(Acts::LONGEST_TTL + 1, fn (): bool => $others() === []);
        eventually(1, fn (): bool => $this->redis->clients() === []);
        foreach ($others() as $key) {
            $this->judgement->fault('left in Redis: ' . addcslashes($key, "\0..\37\177..\377"));
        }
        if (($clients = $this->redis->clients()) !== []) {
            $this->judgement->fault(count($clients) . ' clients of Redis are left');
        }
        $left = count($others());
        printf("at the end %d fences in Redis, %d other keys, %d clients\n", $this->redis->call('DBSIZE') - $left, $left, count($clients));
    }

    private static function ending(Result $result): string
    {
        return ($result->signal === null ? "code $result->code" : "signal $result->signal") . "; it wrote:\n$result->out$result->err";
    }

    private static function counts(array $counts): string
    {
        return implode(', ', array_map(fn (string $what): string => "$counts[$what] $what", array_keys($counts)));
    }
}

$seconds = getenv('SOAK_SECONDS') ?: '1800';
$pause = getenv('SOAK_PAUSE') ?: '20000';
if (!preg_match('/^\d+$/D', $seconds) || $seconds < 20 || !preg_match('/^\d+$/D', $pause)) {
    fwrite(STDERR, "soak: SOAK_SECONDS has to be 20 or more seconds and SOAK_PAUSE microseconds; they are '$seconds' and '$pause'\n");
    exit(2);
}
if (Fpm::program() === null) {
    fwrite(STDERR, "soak: there is no php-fpm of this PHP; `make setup SETUP=test` brings the one of Debian's\n");
    exit(2);
}
exit((new Soak((float) $seconds, (int) $pause))->run());
