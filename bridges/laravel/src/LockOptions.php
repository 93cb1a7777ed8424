<?php
// Owns what the bridge's locks have beyond Laravel's: what Cache::lock() returns for the drivers redislock and array.
// Does not say how (Lock.php for Redis, ArrayLock.php for tests).

declare(strict_types=1);

namespace RedisLock\Laravel;

use LogicException;
use RedisLockLostException;
use ValueError;

/**
 * A lock of Cache::lock(), with the options of RedisLock. Each comes before get() and block().
 *
 *     $lock = Cache::lock('import', 10)->autoRelease()->autoRenew(renewFor: 3600);
 *
 * Laravel's facade promises `Illuminate\Contracts\Cache\Lock`; for IDEs and static analysis say so:
 *
 *     assert($lock instanceof \RedisLock\Laravel\LockOptions);
 */
interface LockOptions extends \Illuminate\Contracts\Cache\Lock
{
    /**
     * Releases the lock as soon as this object goes, if this object took it: also when the script dies by a fatal error,
     * by exit, or at a limit of PHP's, and when a queue worker kills a job that ran into its timeout.
     *
     *     $lock = Cache::lock('import', 600)->autoRelease();    // in a variable, or it is free again at the end of the line
     *
     * Never happens unless it is chosen: Laravel's locks outlive their objects.
     *
     * @return $this
     *
     * @throws LogicException The lock was used already.
     */
    public function autoRelease(): static;

    /**
     * Keeps the lock while this object lives in a process that lives: work of hours with a lock of seconds, which a killed process
     * leaves free that soon. A lock without seconds has those of redislock.ttl then.
     *
     *     $lock = Cache::lock('import', 10)->autoRenew(renewFor: 3600);
     *
     * @param int|float $renewFor the most seconds for which it is kept: without a limit a job that hangs keeps its lock for ever
     *
     * @return $this
     *
     * @throws LogicException The lock was used already.
     */
    public function autoRenew(int|float $renewFor = INF): static;

    /**
     * Lets this many hold the lock at a time. All that use the lock must name the same number.
     *
     *     Cache::lock('slow-api', 10)->permits(5)->block(3, fn () => call());
     *
     * @param int $holders 1 to 64
     *
     * @return $this
     *
     * @throws LogicException The lock was used already.
     */
    public function permits(int $holders): static;

    /**
     * Keeps the lock taken for at least this long after get() or block(), however early it is released: for short work on servers
     * whose clocks differ.
     *
     *     Cache::lock('nightly', 60)->atLeast(30)->get(fn () => run());
     *
     * @param int|float $seconds at most those of the lock, or of autoRenew()
     *
     * @return $this
     *
     * @throws LogicException The lock was used already.
     */
    public function atLeast(int|float $seconds): static;

    /**
     * Makes the lock last for at least so many seconds from now. It never shortens what is left.
     *
     * @param int|null $seconds null: as long as it was made for; 0: for ever
     *
     * @return bool false: it is not held by this owner (any more)
     */
    public function refresh($seconds = null);

    /**
     * Releases the lock, and with doneFor marks its work as done: for that time nobody gets the lock, and isDone() is true.
     *
     *     $lock->release(doneFor: 86_400);
     *
     * @param int|float $doneFor seconds, 0.001 to ten years; 0: the work is not marked
     *
     * @return bool false: it is not held by this owner (any more)
     *
     * @throws ValueError A doneFor outside its limits, or any for several names or permits.
     */
    public function release(int|float $doneFor = 0);

    /** Tells whether the work of the lock is marked as done. */
    public function isDone(): bool;

    /** Tells whether any process holds the lock; of several permits, whether all are taken. */
    public function isLocked(): bool;

    /** @return bool */
    public function isOwnedByCurrentProcess();

    /**
     * @param string|null $owner
     *
     * @return bool
     */
    public function isOwnedBy($owner);

    /**
     * Calls what get() or block() took the lock for, and releases it however the callback ends. What becomes of the result is decided as
     * in RedisLock::run().
     *
     * @template T
     *
     * @param callable(): T $work
     *
     * @return T what it returned, also where it is not known whether the lock was released: that is reported
     *
     * @throws RedisLockLostException The lock did not last as long as the work; what it returned is in `result`.
     */
    public function guard(callable $work): mixed;
}
