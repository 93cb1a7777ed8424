<?php
// Owns one process that does cycles (worker.php, or the floor's program): its start on given cores, its orders, its end.
// Does not know what a cycle is.

declare(strict_types=1);

final class Client
{
    /** @var resource */
    private $process;
    /** @var array<int, resource> */
    private array $pipes = [];

    /** @param list<string> $command */
    public function __construct(private readonly string $title, array $command, string $cores)
    {
        $this->process = proc_open(['taskset', '-c', $cores, ...$command], [['pipe', 'r'], ['pipe', 'w']], $this->pipes);
    }

    /**
     * @param bool $isFresh whether each cycle has a new connection, in a new process (fresh_cycler.php)
     */
    public static function of(
        string $name,
        Address $address,
        string $cores,
        int $firstKey = 0,
        bool $isFresh = false,
    ): self {
        [$contender, $build] = Beside::split($name);
        $options = Php::options(redislock: $build);
        // Its output is answers: an error among them would be no JSON. A machine that is too busy for a reply within a second is told so in
        // the end, and the run lives until then.
        foreach (['display_errors=stderr', 'redislock.io_timeout=30'] as $setting) {
            array_push($options, '-d', $setting);
        }
        $command = [PHP_BINARY, ...$options, __DIR__ . '/worker.php', $contender, (string) $address, (string) $firstKey];
        if ($isFresh) {
            $command[] = 'fresh';
        }

        return new self(contender($contender)::title() . ($build === null ? '' : " of $build"), $command, $cores);
    }

    /** So that the next client or round finds the CPU that this one used among that of ended children (load.php). */
    public function __destruct()
    {
        array_map(fclose(...), $this->pipes);
        proc_close($this->process);
    }

    /** Tells it to begin; answer() waits for the end. Several do so at a time. */
    public function begin(int $cycles, int $keys = 1): void
    {
        fwrite($this->pipes[0], "$cycles $keys\n");
    }

    /** @return array{began: int, ended: int, cpu: int, times: list<int>} nanoseconds */
    public function answer(): array
    {
        $line = fgets($this->pipes[1]);
        if ($line === false) {
            throw new RuntimeException("the process of $this->title ended; what it wrote is above");
        }

        return json_decode($line, true, 4, JSON_THROW_ON_ERROR);
    }

    /** @return resource becomes readable with the answer */
    public function output()
    {
        return $this->pipes[1];
    }

    public function cycles(int $cycles, int $keys = 1): array
    {
        $this->begin($cycles, $keys);

        return $this->answer();
    }
}
