<?php
// Owns the state in which a worker of the soak is counted: what it keeps between two acts is there, and nothing else.
// Does not count (samples.php).
// Called by worker.php and resting.php.

declare(strict_types=1);

/** Brings about, for each address, a connection of PHP's and one of the renewal's, and with them its thread. */
function settle(array $servers): void
{
    foreach ($servers as $server) {
        do {
            $lock = new RedisLock('soak:settle:' . getmypid(), 0.2, $server, autoRenew: true);
            $renewed = RedisLock::stats()['renewed'];
            try {
                $settled = $lock->acquire() && usleep(150_000) === null && $lock->release() && RedisLock::stats()['renewed'] > $renewed;
            } catch (RedisLockConnectionException) {
                // It was cut just before.
                $settled = false;
            }
        } while (!$settled);
    }
}
