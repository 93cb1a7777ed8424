<?php
// A queue worker that releases its lock when it is told to stop, as `docker stop` and supervisord do: by SIGTERM.
// Run it twice: php examples/graceful-worker.php 1000    The second stands by. Then stop the first: kill PID
//
// Without a handler SIGTERM ends PHP on the spot and leaves the lock to its ttl: no worker would work for ten minutes.
// Needs PHP's extension pcntl.

declare(strict_types=1);

final class Stopped extends Exception
{
}

/** Takes the next job off the queue and does it. */
function workOnNextJob(): void
{
    usleep(50_000);
}

pcntl_async_signals(true);
// Thrown wherever the worker is: in a job, between two jobs, or waiting. (A job that must not be cut short needs a
// handler that only notes the wish to stop, and a loop that looks at the note.)
$stop = fn (int $signal) => throw new Stopped("signal $signal");
pcntl_signal(SIGTERM, $stop);
pcntl_signal(SIGINT, $stop);

$jobs = (int) ($argv[1] ?? 20);
// As long as the longest job may take: every job begins with a whole ttl.
$lock = new RedisLock('queue:invoices', ttl: 600);

try {
    echo 'standing by, process ', getmypid(), "\n";
    $lock->run(function (RedisLock $lock) use ($jobs): void {
        echo 'working, process ', getmypid(), "\n";
        // extend() is false once the lock is lost: another worker may work already. run() then throws a RedisLockLostException.
        for ($job = 1; $job <= $jobs && $lock->extend(); $job++) {
            workOnNextJob();
        }
    }, wait: INF);
    echo "done\n";
} catch (Stopped $stopped) {
    // If run() had the lock it has released it, and a worker that stands by has it now. docker stop sees the status 0.
    echo "stopped by {$stopped->getMessage()}\n";
} catch (RedisLockException $failure) {
    fwrite(STDERR, "stopped: {$failure->getMessage()}\n");
    exit(1);
}
