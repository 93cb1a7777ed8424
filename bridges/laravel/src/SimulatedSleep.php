<?php
// Owns block() in a test of an application that has faked its sleep: tries and sleeps as Laravel's own lock, with no time passing.
// Does not own real waits (Lock.php).

declare(strict_types=1);

namespace RedisLock\Laravel;

use Closure;
use Illuminate\Support\Sleep;

/** @internal */
trait SimulatedSleep
{
    /** @return bool|null null: nothing is faked, and time is real */
    private function acquireInSimulatedTime(int|float $seconds): ?bool
    {
        // Sleep came with Laravel 10, and does not tell whether it is faked.
        if (!class_exists(Sleep::class) || !Closure::bind(static fn (): bool => self::$fake, null, Sleep::class)()) {
            return null;
        }
        // Time of Carbon's need not move with the sleeps, so that these are counted.
        $pause = max(1, $this->sleepMilliseconds);
        for ($slept = 0; !$this->acquire(); $slept += $pause) {
            if ($slept + $pause > $seconds * 1000) {
                return false;
            }
            Sleep::usleep($pause * 1000);
        }

        return true;
    }
}
