<?php
// Owns the cycle on a new connection: a forked process makes the client, acquires and releases, and ends.
// Does not know how a contender does that. By a fork, because RedisLock's connections live as long as their process.

declare(strict_types=1);

final class FreshCycler
{
    /** @param Closure(): Cycling $make */
    public function __construct(private readonly Closure $make, string $key)
    {
        // Here, so that no child has to load what the client is made of; what it has connected to, children leave alone.
        $make()->cycle($key);
    }

    /** Returns nanoseconds from the making of the client to the end of its cycle. */
    public function cycle(string $key): int
    {
        [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $child = pcntl_fork();
        if ($child === 0) {
            fwrite($theirs, $this->told($key));
            exit(0);
        }
        fclose($theirs);
        $told = stream_get_contents($ours);
        pcntl_waitpid($child, $status);
        preg_match('/^\d+$/', $told) || throw new RuntimeException("a cycle on a new connection failed: $told");

        return (int) $told;
    }

    /** What the child says: the time, or what was thrown. */
    private function told(string $key): string
    {
        $began = hrtime(true);
        try {
            ($this->make)()->cycle($key);

            return (string) (hrtime(true) - $began);
        } catch (Throwable $failure) {
            return get_class($failure) . ': ' . $failure->getMessage();
        }
    }
}
