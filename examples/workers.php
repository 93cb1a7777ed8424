<?php
// Five workers share one printer: each waits for its turn, asleep, and for no longer than it wants to.
// Run it: php examples/workers.php    (redislock must be in php.ini: the workers are processes of their own)
//
// Replaces a loop of `setnx` and `usleep`, which sends a hundred requests a second, finds the lock free up to 10 ms late
// and goes on for ever when the holder has crashed.

declare(strict_types=1);

const WORKERS = 5;
const LONGEST_WAIT = 5.0;

/** Prints one document when it is this worker's turn. Returns the status with which its process ends. */
function work(int $worker): int
{
    // The ttl is for the holder's work, the wait for those before us: they have nothing to do with each other.
    $lock = new RedisLock('printer', ttl: 5);
    try {
        $pages = $lock->run(fn (): int => printDocument($worker), wait: LONGEST_WAIT);
    } catch (RedisLockNotAcquiredException) {
        echo "worker $worker: the printer was busy for too long\n";

        return 1;
    } catch (RedisLockException $failure) {
        fwrite(STDERR, "worker $worker: {$failure->getMessage()}\n");

        return 2;
    }
    echo "worker $worker: $pages pages\n";

    return 0;
}

function printDocument(int $worker): int
{
    echo "worker $worker begins to print\n";
    usleep(100_000);
    echo "worker $worker has printed\n";

    return 3;
}

if (isset($argv[1])) {
    exit(work((int) $argv[1]));
}

$workers = [];
for ($worker = 1; $worker <= WORKERS; $worker++) {
    $workers[] = proc_open([PHP_BINARY, __FILE__, (string) $worker], [], $pipes);
}
exit(max(array_map(proc_close(...), $workers)));
