<?php
// Eight workers call an API that takes three calls at a time: the others sleep until a call is over.
// Run it: php examples/slow-api.php    (redislock must be in php.ini: the workers are processes of their own)
//
// Replaces a counter (INCR before the call, DECR after it): a worker that dies in between takes its place with it for ever.

declare(strict_types=1);

const WORKERS = 8;
const CALLS_AT_A_TIME = 3;
const LONGEST_WAIT = 10.0;

/** Calls the API when it is this worker's turn. Returns the status with which its process ends. */
function work(int $worker): int
{
    // Every program that calls this API says the same number. A worker that is killed costs one of the three permits, for
    // the rest of its ttl.
    $lock = new RedisLock('slow-api', ttl: 5, permits: CALLS_AT_A_TIME);
    try {
        $rate = $lock->run(fn (): float => callApi($worker), wait: LONGEST_WAIT);
    } catch (RedisLockNotAcquiredException) {
        echo "worker $worker: no permit became free in time\n";

        return 1;
    } catch (RedisLockException $failure) {
        fwrite(STDERR, "worker $worker: {$failure->getMessage()}\n");

        return 2;
    }
    echo "worker $worker: the rate is $rate\n";

    return 0;
}

function callApi(int $worker): float
{
    echo "worker $worker calls\n";
    usleep(200_000);
    echo "worker $worker has its reply\n";

    return 1.25;
}

if (isset($argv[1])) {
    exit(work((int) $argv[1]));
}

$workers = [];
for ($worker = 1; $worker <= WORKERS; $worker++) {
    $workers[] = proc_open([PHP_BINARY, __FILE__, (string) $worker], [], $pipes);
}
exit(max(array_map(proc_close(...), $workers)));
