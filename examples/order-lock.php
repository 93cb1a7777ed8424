<?php
// An order lock that one process takes, and under which another works and releases: the token travels between them.
// Run it: php examples/order-lock.php add 4711
//         php examples/order-lock.php work 4711 rl_...
//         php examples/order-lock.php release 4711 rl_...
//
// Replaces WATCH, GET, MULTI, DEL, EXEC (four round trips, and "released" even when EXEC did nothing), and
// lock ids from INCR, which anyone can guess.

declare(strict_types=1);

const ORDER_LOCK = 'order_lock_%s';

/** Locks an order for $ttl seconds. Returns the token that releases it, or null while another holds it. */
function addLock(string $orderId, int $ttl = 86400): ?string
{
    // Without autoRelease: false the lock would end with this object, at the end of this function.
    $lock = new RedisLock(sprintf(ORDER_LOCK, $orderId), $ttl, autoRelease: false);

    return $lock->acquire() ? $lock->token() : null;
}

/** Ships an order in the worker that got the job, and releases it. Returns what became of it. */
function shipUnderLock(string $orderId, string $token): string
{
    // A queue may deliver a job twice. Both deliveries have the token, so the order's lock does not keep them apart.
    $delivery = new RedisLock("job:ship:$orderId", ttl: 30, autoRenew: true);
    if (!$delivery->acquire()) {
        return 'is being shipped by another delivery of this job';
    }
    // Not run(): that would acquire the lock, which is held already, with this token.
    $order = new RedisLock(sprintf(ORDER_LOCK, $orderId), ttl: 60, token: $token, autoRenew: true);
    if (!$order->isHeld()) {
        return 'is not held with this token (any more)';
    }
    try {
        ship($orderId);
    } finally {
        $wasHeld = $order->release();
    }

    return $wasHeld ? 'is shipped' : 'is shipped, and was not locked until the end: check it';
}

function ship(string $orderId): void
{
    usleep(300_000);
}

/** Releases an order from any process. False: this token no longer holds it, and nothing was changed. */
function releaseLock(string $orderId, string $token): bool
{
    return (new RedisLock(sprintf(ORDER_LOCK, $orderId), token: $token))->release();
}

[, $command, $orderId, $token] = $argv + [1 => 'add', 2 => '4711', 3 => ''];

try {
    if ($command === 'release') {
        $released = releaseLock($orderId, $token);
        echo "order $orderId ", $released ? "is free\n" : "is not held with this token (any more)\n";
        exit($released ? 0 : 1);
    }
    if ($command === 'work') {
        exit("order $orderId " . shipUnderLock($orderId, $token) . "\n");
    }
    $token = addLock($orderId, ttl: 60);
} catch (RedisLockException $failure) {
    fwrite(STDERR, "{$failure->getMessage()}\n");
    exit(2);
}
if ($token === null) {
    echo "order $orderId is locked by another\n";
    exit(1);
}
// The token is enough to work under the lock and to release it: keep it in the order's job or row, never in a log.
echo "order $orderId is locked; any process works on it with\n";
echo "php $argv[0] work $orderId $token\n";
