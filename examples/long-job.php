<?php
// A long job that extends its lock between steps, and stops when it learns that it lost it.
// Run it: php examples/long-job.php    and meanwhile: redis-cli del import:products
//
// Replaces a ttl of "longer than it can ever take" (after a crash all wait that long) and `expire`, which
// prolongs whatever is at the key, even another's lock.

declare(strict_types=1);

function importPart(int $part): void
{
    usleep(300_000);
    echo "imported part $part\n";
}

$parts = (int) ($argv[1] ?? 10);

// As long as the longest step may take, not the whole job: after a crash others wait no longer than this.
$lock = new RedisLock('import:products', ttl: 5);

try {
    $imported = $lock->run(function (RedisLock $lock) use ($parts): int {
        for ($part = 1; $part <= $parts; $part++) {
            // From here at least the whole ttl again. False: the key expired or was removed, and another
            // process may be importing. run() then throws an exception whose $result is what is returned here.
            if (!$lock->extend()) {
                return $part - 1;
            }
            importPart($part);
        }

        return $parts;
    });
    echo "imported all $imported parts\n";
} catch (RedisLockNotAcquiredException) {
    echo "another process is importing\n";
    exit(1);
} catch (RedisLockLostException $lost) {
    echo 'stopped after ', $lost->result ?? 0, " of $parts parts: the lock was lost\n";
    exit(1);
} catch (RedisLockException $failure) {
    fwrite(STDERR, "stopped: {$failure->getMessage()}\n");
    exit(2);
}
