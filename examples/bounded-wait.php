<?php
// A bounded wait in place of the busy loop that many copied.
// Run it in two terminals at once: php examples/bounded-wait.php
//
// Replaces
//
//     while (!$redis->setnx('account:42', 1)) {    // no ttl: when a holder crashes, all others loop for ever
//         usleep(10_000);                          // a hundred requests a second from each, and up to 10 ms late
//     }
//     book();                                      // throws: locked for ever
//     $redis->del('account:42');                   // also the lock of the next holder

declare(strict_types=1);

function book(): int
{
    usleep(1_500_000);

    return random_int(1000, 9999);
}

$lock = new RedisLock('account:42', ttl: 10);

try {
    // Sleeps inside Redis until the holder's release wakes it, the holder's ttl ends, or 2.5 seconds have passed.
    // Signal handlers run meanwhile.
    $booking = $lock->run(book(...), wait: 2.5);
} catch (RedisLockNotAcquiredException) {
    // A web page answers 503 with Retry-After here: the account is busy, and the same request may succeed in a moment.
    echo "not booked: the account was busy for 2.5 seconds\n";
    exit(1);
} catch (RedisLockLostException $lost) {
    fwrite(STDERR, 'booked ' . ($lost->result ?? 'nothing') . ": {$lost->getMessage()}\n");
    exit(2);
} catch (RedisLockException $failure) {
    fwrite(STDERR, "not booked: {$failure->getMessage()}\n");
    exit(2);
}
echo "booked under number $booking\n";
