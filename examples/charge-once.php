<?php
// An order is charged once, however often its job is delivered: after an exception, after a kill, or twice at a time.
// Run it twice: php examples/charge-once.php 42    Or kill it with kill -9 at any moment, and run it again. Needs pdo_sqlite.
//
// Replaces a lock alone, under which the second delivery charges again when the first one is over.

declare(strict_types=1);

if (!extension_loaded('pdo_sqlite')) {
    fwrite(STDERR, "charge-once.php needs PHP's extension pdo_sqlite\n");
    exit(2);
}

/** Where the money is taken: its key refuses a second charge of an order. Of a payment service that is the idempotency key. */
function ledger(string $file): PDO
{
    $ledger = new PDO("sqlite:$file");
    $ledger->exec('CREATE TABLE IF NOT EXISTS charges (order_id INTEGER PRIMARY KEY)');

    return $ledger;
}

/** Never null: that is what run() has for a result where it did not call this. */
function charge(PDO $ledger, int $order): bool
{
    echo "charging order $order\n";
    usleep(300_000);
    $charge = $ledger->prepare('INSERT OR IGNORE INTO charges VALUES (?)');
    $charge->execute([$order]);
    echo $charge->rowCount() === 1 ? "charged\n" : "the ledger knows order $order already: not charged again\n";
    // A worker that is killed from here to the end of run() has charged and leaves no marker: the next delivery comes this far, too.
    usleep(300_000);

    return true;
}

$order = (int) ($argv[1] ?? 42);
$ledger = ledger($argv[2] ?? sys_get_temp_dir() . '/charges.sqlite');
// ttl: how long the next delivery waits for a worker that was killed. doneFor: longer than the queue delivers a job again.
$lock = new RedisLock("charge:$order", ttl: 2, autoRenew: true);

// The queue drops a job that ends with 0, and delivers any other again.
try {
    $lock->run(fn () => charge($ledger, $order), wait: 5, doneFor: 86_400);
} catch (RedisLockDoneException) {
    echo "done by an earlier delivery\n";
} catch (RedisLockNotAcquiredException) {
    echo "another delivery is still at work\n";
    exit(1);
} catch (RedisLockLostException $lost) {
    if ($lost->result === null) {
        // The lock came after its ttl, when the wait was over.
        fwrite(STDERR, "not charged: {$lost->getMessage()}\n");
        exit(1);
    }
    // Charged, but not marked, and maybe not alone: the ledger has seen to it.
    fwrite(STDERR, "{$lost->getMessage()}\n");
} catch (RedisLockException $failure) {
    fwrite(STDERR, "not charged: {$failure->getMessage()}\n");
    exit(1);
}
