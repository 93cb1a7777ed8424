<?php
// A command that cron starts on every server at the same minute: one of them runs it, once, and runs never overlap.
// In each server's crontab: 0 2 * * * /usr/bin/php /srv/app/examples/scheduled-command.php
// To see it, start it twice: php examples/scheduled-command.php '2026-01-01 02:00'
//
// Replaces one lock for both questions: released at the end, it lets a server run the command again whose clock is
// behind; kept for an hour, it stops the next run after a crash.

declare(strict_types=1);

function sendInvoices(): int
{
    usleep(300_000);

    return 12;
}

// The minute that cron has started us for, by this server's clock.
$due = $argv[1] ?? date('Y-m-d H:i');

try {
    // Whose turn is it? Taken once for each minute and never released: as long as clocks may differ, and more.
    $turn = new RedisLock("invoices:turn:$due", ttl: 3600, autoRelease: false);
    if (!$turn->acquire()) {
        echo "another server has taken the run of $due\n";
        exit(0);
    }
    // Is the last run over? Kept while this one works, and gone half a minute after a crash.
    $sent = (new RedisLock('invoices:send', ttl: 30, autoRenew: true))->run(sendInvoices(...));
    echo "sent $sent invoices in the run of $due\n";
} catch (RedisLockNotAcquiredException) {
    echo "the run before $due is not over yet\n";
    exit(1);
} catch (RedisLockLostException $lost) {
    fwrite(STDERR, 'sent ' . ($lost->result ?? 'no') . " invoices, and may not have been alone: {$lost->getMessage()}\n");
    exit(2);
} catch (RedisLockException $failure) {
    // Cron mails this. Run without knowing whether another server does, it could send everything twice.
    fwrite(STDERR, "no run of $due: {$failure->getMessage()}\n");
    exit(2);
}
