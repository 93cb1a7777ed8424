<?php
// Owns a number of forked processes that do the same work at the same time: their start, their reports, their end.
// Does not know the work, nor what the reports say.

declare(strict_types=1);

final class Crew
{
    /** @var array<int, int> process ids by number */
    private array $processes = [];
    private readonly Gate $start;
    private readonly Gate $end;
    /** @var resource one letter arrives here from each process that is ready, and from each that has reported */
    private $letters;
    /** @var resource */
    private $mouth;
    private readonly string $reports;
    private readonly int $maker;

    /**
     * @param Closure(int $number, Closure $start): array $work runs in each process. It connects, calls $start(), which
     *     returns when the start is given, and returns its report.
     */
    public function __construct(private readonly Server $server, int $size, private readonly Closure $work)
    {
        [$this->start, $this->end] = [new Gate(), new Gate()];
        [$this->letters, $this->mouth] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $this->reports = "$server->folder/" . bin2hex(random_bytes(4));
        $this->maker = getmypid();
        for ($number = 0; $number < $size; $number++) {
            $process = @pcntl_fork();
            if ($process === 0) {
                $this->live($number);
            } elseif ($process === -1) {
                // The system has no room for more: size() tells it.
                break;
            }
            $this->processes[$number] = $process;
        }
    }

    public function __destruct()
    {
        // Forked processes have copies of this object, and of those of other crews.
        if (getmypid() === $this->maker) {
            $this->signal(SIGKILL);
            $this->reap();
        }
    }

    public function size(): int
    {
        return count($this->processes);
    }

    /** Returns once every process has connected and waits for the start. */
    public function awaitReady(): self
    {
        $this->awaitLetters();

        return $this;
    }

    public function start(): void
    {
        $this->start->open();
    }

    /**
     * Returns once every process has reported. They still live, and are connected.
     *
     * @return list<array> by number
     */
    public function reports(): array
    {
        $this->awaitLetters();
        $reports = [];
        foreach ($this->processes as $number => $process) {
            $reports[] = json_decode(file_get_contents("$this->reports.$number"), true, 8, JSON_THROW_ON_ERROR);
            unlink("$this->reports.$number");
        }
        foreach ($reports as $report) {
            if (isset($report['failure'])) {
                throw new RuntimeException("a process of the benchmark failed: {$report['failure']}");
            }
        }

        return $reports;
    }

    /** Lets the processes end, and waits for them. */
    public function dismiss(): void
    {
        $this->end->open();
        $this->reap();
    }

    public function signal(int $signal): void
    {
        foreach ($this->processes as $process) {
            posix_kill($process, $signal);
        }
    }

    private function reap(): void
    {
        foreach ($this->processes as $process) {
            pcntl_waitpid($process, $status);
        }
        $this->processes = [];
    }

    /** Waits for one letter of each process. */
    private function awaitLetters(float $patience = 90.0): void
    {
        $end = hrtime(true) + $patience * 1e9;
        $missing = $this->size();
        while ($missing > 0) {
            [$heard, $none] = [[$this->letters], null];
            if (@stream_select($heard, $none, $none, 1)) {
                $missing -= strlen(fread($this->letters, $missing));
            } elseif (hrtime(true) > $end) {
                throw new RuntimeException("$missing of {$this->size()} processes have not answered after $patience s");
            }
        }
    }

    /** What a forked process does, from its first moment to its last. */
    private function live(int $number): never
    {
        $this->server->letGo();
        $this->start->cannotOpen();
        $this->end->cannotOpen();
        $letters = '..';
        $awaitStart = function () use (&$letters): void {
            fwrite($this->mouth, '.');
            $letters = '.';
            $this->start->pass();
        };
        try {
            $report = ($this->work)($number, $awaitStart);
        } catch (Throwable $failure) {
            $report = ['failure' => get_class($failure) . ": {$failure->getMessage()}"];
        }
        file_put_contents("$this->reports.$number", json_encode($report));
        fwrite($this->mouth, $letters);
        // Closing a connection is a request to the server: not while requests are counted.
        $this->end->pass();
        exit(0);
    }
}
