<?php
// A short job that cron starts on three servers runs once, although their clocks differ by seconds.
// In each server's crontab: */5 * * * * /usr/bin/php /srv/app/examples/cron-once.php
// To see it, start it three times within half a minute.
//
// Replaces a lock that ends with the job: the job takes a moment, and a server whose clock is two seconds late finds the lock
// free and runs it again.

declare(strict_types=1);

function sendReminders(): int
{
    usleep(300_000);

    return 12;
}

// ttl: how long the others wait after a crash. atLeast: how long the lock stays taken after it was acquired, however early the
// job is done: more than the clocks may differ, and less than the time from one run to the next.
$lock = new RedisLock('reminders', ttl: 60, atLeast: 30);

try {
    $sent = $lock->run(sendReminders(...));
    echo "sent $sent reminders\n";
} catch (RedisLockNotAcquiredException) {
    echo "another server sends the reminders, or has just sent them\n";
} catch (RedisLockLostException $lost) {
    fwrite(STDERR, 'sent ' . ($lost->result ?? 'no') . " reminders, and may not have been alone: {$lost->getMessage()}\n");
    exit(2);
} catch (RedisLockException $failure) {
    // Cron mails this. Run without knowing whether another server does, it could send everything twice.
    fwrite(STDERR, "no reminders: {$failure->getMessage()}\n");
    exit(2);
}
