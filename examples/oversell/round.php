<?php
// Owns one round: eight PHP processes that sell, what they report, and their end after at most a fixed time.
// Does not know what sellers do (seller.php) nor what is right (outcome.php).
// Called by oversell.php.

declare(strict_types=1);

final class Round
{
    public const SELLERS = 8;

    private readonly Shop $shop;
    private readonly Timeline $timeline;
    /** @var array<int, resource> */
    private array $processes = [];
    /** @var array<int, resource> */
    private array $inputs = [];
    /** @var array<int, resource> of those sellers that are still at work */
    private array $outputs = [];
    /** @var array<int, string> what arrived of a line that has not ended yet */
    private array $unfinished = [];
    private int $ready = 0;
    private int $sales = 0;

    /** @param float $limit seconds after which sellers that are still at work are killed */
    public function __construct(
        private readonly string $lock,
        private readonly RedisServer $redis,
        private readonly float $limit = 20.0,
    ) {
        $this->shop = Shop::open($this->file('sqlite'));
        $this->timeline = new Timeline();
    }

    /** @param callable(int $sales): void $progress called several times a second */
    public function play(callable $progress): Outcome
    {
        $deadline = hrtime(true) + $this->limit * 1e9;
        for ($seller = 1; $seller <= self::SELLERS; $seller++) {
            $this->start($seller);
        }
        $started = false;
        while ($this->outputs !== [] && hrtime(true) < $deadline) {
            $this->listen();
            $progress($this->sales);
            if (!$started && $this->ready === self::SELLERS) {
                $this->tellAll("go\n");
                $started = true;
            }
        }
        $troubles = $this->end();

        return new Outcome($this->shop->sales(), $this->shop->stock(), $this->shop->lostUpdates(), $this->timeline, $troubles);
    }

    private function start(int $seller): void
    {
        $command = [
            PHP_BINARY, ...self::optionsOfThisPhp(), '-d', 'display_errors=stderr',
            __DIR__ . '/seller.php', $this->lock, "$seller", $this->file('sqlite'), "{$this->redis->port}",
        ];
        $pipes = [['pipe', 'r'], ['pipe', 'w'], ['file', $this->file("$seller.err"), 'w']];
        $this->processes[$seller] = proc_open($command, $pipes, $ends);
        [$this->inputs[$seller], $this->outputs[$seller]] = $ends;
        $this->unfinished[$seller] = '';
        stream_set_blocking($ends[1], false);
    }

    /** Reads what sellers have to say, for at most a twentieth of a second. */
    private function listen(): void
    {
        $heard = $this->outputs;
        $none = null;
        if (!@stream_select($heard, $none, $none, 0, 50_000)) {
            return;
        }
        foreach ($heard as $seller => $output) {
            $lines = explode("\n", $this->unfinished[$seller] . fread($output, 8192));
            $this->unfinished[$seller] = array_pop($lines);
            foreach ($lines as $line) {
                $this->understand($seller, $line);
            }
            if (feof($output)) {
                unset($this->outputs[$seller]);
            }
        }
    }

    private function understand(int $seller, string $line): void
    {
        if ($line === 'ready') {
            $this->ready++;
        } elseif (sscanf($line, '%d %d', $entered, $left) === 2) {
            $this->timeline->add($seller, $entered, $left);
            $this->sales++;
        }
    }

    private function tellAll(string $line): void
    {
        foreach ($this->inputs as $input) {
            // One that has died meanwhile is reported by end().
            @fwrite($input, $line);
        }
    }

    /** @return list<string> what went wrong with sellers; those that are still at work are killed */
    private function end(): array
    {
        $troubles = [];
        foreach ($this->processes as $seller => $process) {
            $isLate = isset($this->outputs[$seller]);
            if ($isLate) {
                proc_terminate($process, 9);
            }
            $status = proc_close($process);
            if ($isLate) {
                $troubles[] = "still at work after $this->limit s";
            } elseif ($status !== 0) {
                $troubles[] = "ended with status $status " . strtok((string) file_get_contents($this->file("$seller.err")), "\n");
            }
        }
        $counts = array_count_values($troubles);

        return array_map(
            fn (string $trouble, int $count): string => "$count of the sellers $trouble",
            array_keys($counts),
            $counts,
        );
    }

    private function file(string $suffix): string
    {
        return "{$this->redis->folder}/" . strtr($this->lock, ' ', '-') . ".$suffix";
    }

    /**
     * The options that this process was started with, `-d extension=...` among them: sellers need the same extensions.
     * Where the system does not tell them, sellers get what REDISLOCK_SO names, or what php.ini loads.
     */
    private static function optionsOfThisPhp(): array
    {
        $words = explode("\0", (string) @file_get_contents('/proc/self/cmdline'));
        $script = array_search($_SERVER['argv'][0], $words, true);
        if ($script !== false) {
            return array_diff(array_slice($words, 1, $script - 1), ['-f', '--']);
        }
        $file = getenv('REDISLOCK_SO');

        return $file === false ? [] : ['-d', "extension=$file"];
    }
}
