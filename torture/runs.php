<?php
// Owns how a process of the torture uses run(), whose work may be marked as done, and may fail.
// Does not choose the lock, nor what is done under it (worker.php).
// Called by worker.php and sharing.php.

declare(strict_types=1);

/** A Redis that refuses everything at once must not use up a process: what it owes is due when Redis is well again. */
function pauseAfter(string $answer): void
{
    if ($answer === 'error') {
        usleep(mt_rand(0, 100_000));
    }
}

final class Runs
{
    /** @param Closure(RedisLock, string, string): bool $hold works under a lock for a while */
    public function __construct(private Journal $journal, private Closure $hold)
    {
    }

    /**
     * @param list<string> $terms
     * @param float $doneFor 0 as well where the extension knows of none
     */
    public function run(RedisLock $lock, string $key, string $given, float $wait, array $terms, float $doneFor = 0): void
    {
        $call = $this->journal->begin('run', $key, $given, ...$terms);
        $leaving = null;
        $critical = function (RedisLock $lock) use ($call, $key, $doneFor, &$leaving): void {
            $token = $this->journal->took($call, $lock, $key);
            ($this->hold)($lock, $key, $token);
            $fails = $doneFor > 0 && mt_rand(0, 9) < 3;
            $leaving = $this->journal->begin('leave', $key, $token, ...($doneFor > 0 && !$fails ? ["done=$doneFor"] : []));
            if ($fails) {
                throw new Failed();
            }
        };
        $answer = answer(fn () => $lock->run($critical, $wait, ...($doneFor > 0 ? [$doneFor] : [])), $why);
        $this->journal->end($leaving ?? $call, $answer, $why);
        pauseAfter($answer);
    }
}
