<?php
// Owns the cycle on a new connection: a forked process makes the client, acquires and releases, and ends. Or no script is cached before it,
// or another holds the key, and the acquire that is refused is all there is.
// Does not know how a contender does that. By a fork, because RedisLock's connections live as long as their process.

declare(strict_types=1);

final class FreshCycler
{
    public const NEW = 'new';
    public const FLUSHED = 'flushed';
    public const REFUSED = 'refused';

    /** @var resource to a server of a TCP port */
    private readonly mixed $server;

    /** @param Closure(): Cycling $make */
    public function __construct(private readonly Closure $make, string $key, private readonly string $way, Address $address)
    {
        // Here, so that no child has to load what the client is made of; what it has connected to, children leave alone.
        $make()->cycle($key);
        if ($way !== self::NEW) {
            $this->server = stream_socket_client("tcp://127.0.0.1:{$address->port()}");
        }
    }

    /** Returns nanoseconds from the making of the client to the end of its cycle. */
    public function cycle(string $key): int
    {
        match ($this->way) {
            self::NEW => null,
            self::FLUSHED => $this->ask('SCRIPT FLUSH'),
            self::REFUSED => $this->ask("SET $key another EX 60"),
        };
        [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $child = pcntl_fork();
        if ($child === 0) {
            fwrite($theirs, $this->told($key));
            exit(0);
        }
        fclose($theirs);
        $told = stream_get_contents($ours);
        pcntl_waitpid($child, $status);
        if ($this->way === self::REFUSED) {
            $this->ask("DEL $key");
        }
        preg_match('/^\d+$/', $told) || throw new RuntimeException("a cycle on a new connection failed: $told");

        return (int) $told;
    }

    /** What the child says: the time, or what was thrown. */
    private function told(string $key): string
    {
        $began = hrtime(true);
        try {
            ($this->make)()->cycle($key);
            $took = hrtime(true) - $began;
        } catch (Throwable $failure) {
            $took = hrtime(true) - $began;
        }
        $said = isset($failure) ? get_class($failure) . ': ' . $failure->getMessage() : 'nothing was thrown';
        $expected = $this->way === self::REFUSED ? '/^RuntimeException: \w+\(\) returned (false|null)$/' : '/^nothing was thrown$/';

        return preg_match($expected, $said) ? (string) $took : $said;
    }

    private function ask(string $command): void
    {
        fwrite($this->server, "$command\r\n");
        preg_match('/^[+:]/', (string) fgets($this->server)) || throw new RuntimeException("no server did $command");
    }
}
