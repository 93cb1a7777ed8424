<?php
// A job of unknown length keeps its lock by autoRenew, looks before each step that counts, and stops when it lost it.
// Run it in two terminals at once: php examples/auto-renew.php    and meanwhile: redis-cli del nightly:invoices
//
// Replaces a ttl of "longer than it can ever take" (after a crash all wait that long), and extending by hand, for which
// there is no place in a query or in another library's call that takes minutes.

declare(strict_types=1);

/** Takes as long as it takes, and nothing in it knows of the lock. */
function collectInvoices(float $seconds): array
{
    usleep((int) ($seconds * 1e6));

    return ['A-17', 'A-18', 'A-19'];
}

function send(string $invoice): void
{
    usleep(200_000);
    echo "sent $invoice\n";
}

$seconds = (float) ($argv[1] ?? 3);

// ttl: how long others wait after a crash. renewFor: how long they wait for a process that lives, but hangs.
$lock = new RedisLock('nightly:invoices', ttl: 2, autoRenew: true, renewFor: 3600);

try {
    $lock->run(function (RedisLock $lock) use ($seconds): void {
        foreach (collectInvoices($seconds) as $invoice) {
            // Renewal cannot help when Redis was restarted or the key removed: so check right before what cannot be undone.
            $lock->ensureHeld();
            send($invoice);
        }
    });
    echo "sent all\n";
} catch (RedisLockNotAcquiredException) {
    echo "another process is sending the invoices\n";
    exit(1);
} catch (RedisLockLostException $lost) {
    // From ensureHeld(), with invoices left; or from run(), when the lock was lost after the last check.
    fwrite(STDERR, "stopped: {$lost->getMessage()}\n");
    exit(1);
} catch (RedisLockException $failure) {
    // Redis did not say whether the lock is held: send nothing more.
    fwrite(STDERR, "stopped: {$failure->getMessage()}\n");
    exit(2);
}
