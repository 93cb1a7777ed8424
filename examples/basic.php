<?php
// The basic lock with its failure paths: another holds it, or Redis could not be reached.
// Run it in two terminals at once: php examples/basic.php
//
// Replaces `setnx` followed by `expire` (a crash in between locks for ever), `set` whose NX is lost among
// its arguments (always true), and `del` (removes the lock of the next holder).

declare(strict_types=1);

function writeReport(): string
{
    usleep(500_000);

    return '12 pages';
}

// Kept in a variable, because the lock is released when its object goes:
// `if ((new RedisLock('report:daily'))->acquire())` would hold nothing during the work.
$lock = new RedisLock('report:daily', ttl: 10);

try {
    $acquired = $lock->acquire();
} catch (RedisLockException $failure) {
    // Neither yes nor no: do not work without the lock.
    fwrite(STDERR, "no report: {$failure->getMessage()}\n");
    exit(2);
}

if (!$acquired) {
    echo "no report: another process is writing it\n";
    exit(1);
}

try {
    $report = writeReport();
    echo "wrote a report of $report\n";
} finally {
    if (!$lock->release()) {
        // The next holder's lock is untouched, but two processes may have worked at the same time.
        fwrite(STDERR, "the report took longer than the lock's 10 seconds\n");
    }
}

// The same in one call. A RedisLockException is not caught here: it ends the script.
try {
    $report = $lock->run(writeReport(...));
    echo "wrote another of $report\n";
} catch (RedisLockNotAcquiredException) {
    echo "no second report: another process is writing it\n";
    exit(1);
}
