<?php
// Owns a relay of the benchmark (renewal/relay.php): its start, when it begins to delay, its end.
// Does not pass anything on itself.

declare(strict_types=1);

final class Relay
{
    public readonly int $port;
    public readonly int $pid;
    /** @var resource */
    private $process;
    /** @var array<int, resource> */
    private array $pipes = [];

    /**
     * @param int $target a port of 127.0.0.1
     * @param float $delay milliseconds in each direction, from delay() on
     */
    public function __construct(int $target, float $delay)
    {
        $command = [PHP_BINARY, dirname(__DIR__) . '/renewal/relay.php', (string) $target, (string) $delay];
        $this->process = proc_open(mortal(...$command), [['pipe', 'r'], ['pipe', 'w']], $this->pipes);
        $this->port = (int) fgets($this->pipes[1]);
        $this->pid = proc_get_status($this->process)['pid'];
    }

    public function delay(): self
    {
        posix_kill($this->pid, SIGUSR1);

        return $this;
    }

    /** Its clients are disconnected. */
    public function stop(): void
    {
        fclose($this->pipes[0]);
        proc_close($this->process);
    }
}
