<?php
// One of several processes leads, and the others stand by: when it ends, dies or loses its lock, another one leads.
// Run it twice: php examples/leader.php 1000    Then kill the one that leads, or remove its lock: redislock release leader --force
//
// Replaces a row "leader" with a time stamp that is written again and again, which two can write when one of them is late.

declare(strict_types=1);

/** What only the leader does, a step at a time: the lock is checked between two of them. */
function lead(): void
{
    usleep(100_000);
}

$steps = (int) ($argv[1] ?? 20);

// ttl: for how long no process leads when the leader was killed. autoRenew: for as long as it lives, it leads.
$lock = new RedisLock('leader', ttl: 3, autoRenew: true);

while (true) {
    try {
        echo 'standing by, process ', getmypid(), "\n";
        $lock->run(function (RedisLock $lock) use ($steps): void {
            echo 'leading, process ', getmypid(), "\n";
            for ($step = 1; $step <= $steps; $step++) {
                $lock->ensureHeld();
                lead();
            }
        }, wait: INF);
        echo "led to the end\n";
        exit(0);
    } catch (RedisLockLostException $lost) {
        // Another may lead by now, so this one does nothing more as the leader. A step that it was in the midst of has run beside the
        // other's: what must not be written then carries a fence.
        echo "not the leader any more\n";
    } catch (RedisLockException $failure) {
        // Redis cannot be asked who leads: stop rather than guess.
        fwrite(STDERR, "not the leader: {$failure->getMessage()}\n");
        sleep(1);
    }
}
