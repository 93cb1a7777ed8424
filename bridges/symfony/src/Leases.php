<?php
// Owns which RedisLock stands for a Key of Symfony's, of its locks or of its semaphores, and what a release without a reply means.
// Does not know Symfony's exceptions, nor which ttl applies where none is given: the stores do.

declare(strict_types=1);

namespace RedisLock\Symfony;

use RedisLock;
use RedisLockException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Semaphore\Key as SemaphoreKey;

/**
 * The leases of one store. The token of a Key's lease is in the Key's state from the moment it is acquired, and travels with it. A Key that
 * holds nothing gets a new token with its next lease: what an acquire without a reply may have taken is released later then, since no
 * other process can hold with a token that it does not know.
 *
 * @internal
 */
final class Leases
{
    /** Ten years, in seconds. */
    private const LONGEST = 315_360_000;

    /** @var \WeakMap<Key|SemaphoreKey, RedisLock> What knows the deadline of a Key's lease. */
    private \WeakMap $locks;

    /** @var \WeakMap<Key|SemaphoreKey, int> In which process a Key got its token; one for all stores, as the token in its state is. */
    private static \WeakMap $processes;

    /**
     * @var \WeakMap<Key|SemaphoreKey, true> Those that were released. Their next lease has another token, whichever store acquires it: a release
     *     that had no reply may still run.
     */
    private static \WeakMap $released;

    /** @var \WeakMap<Key|SemaphoreKey, mixed> The token in a Key's state when its lease was over in this store. */
    private \WeakMap $over;

    /** @var \WeakMap<self, true> All that there are: those of a CombinedStore share the token in a Key's state. */
    private static \WeakMap $all;

    /**
     * @var list<RedisLock> Those that Redis refused to release, to be released at the next acquire while their deadline stands; later others
     *     may hold by the same token. A release without a reply is the extension's to send again, once its object goes.
     */
    private array $owed = [];

    /**
     * @param string $state The name of the token in the state of a Key.
     * @param \Closure(Key|SemaphoreKey, ?float, ?string): RedisLock $make Makes the lock of a Key with a ttl, null: the store's own, and a
     *     token, null: a new one. A RedisLock has one ttl, and a Key may be used with several.
     * @param bool $renews Whether the locks that it makes renew themselves.
     */
    public function __construct(private readonly string $state, private readonly \Closure $make, private readonly bool $renews)
    {
        $this->locks = new \WeakMap();
        $this->over = new \WeakMap();
        self::$processes ??= new \WeakMap();
        self::$released ??= new \WeakMap();
        self::$all ??= new \WeakMap();
        self::$all[$this] = true;
    }

    /** Acquires for a Key, which may hold its lock already, here or from another process: RedisLock's acquire() refuses its own token. */
    public function acquire(Key|SemaphoreKey $key, float $ttl, float $wait): bool
    {
        $this->releaseOwed();
        $lock = $this->lockFor($key, $ttl);
        $last = $this->locks[$key] ?? null;
        if ($this->goesOn($key) && $last?->remaining() > 0) {
            if ($last->extend($ttl)) {
                return true;
            }
            // The refusal has told that the lease is over.
            $lock = $this->lockFor($key, $ttl);
        }
        $held = $this->goesOn($key);
        // Now, for an object that believes in its lease would be in the way: no thread waits for ever for itself.
        $this->locks[$key] = $lock;
        if ($held) {
            return $lock->acquire() || $lock->extend() || ($wait > 0 && $lock->acquire($wait));
        }
        if ($key->hasState($this->state)) {
            $this->over[$key] = $key->getState($this->state);
        }
        if (!$lock->acquire($wait)) {
            return false;
        }
        $key->setState($this->state, $lock->token());
        self::$processes[$key] = getmypid();
        unset(self::$released[$key]);

        return true;
    }

    public function extend(Key|SemaphoreKey $key, float $ttl): bool
    {
        if (!$this->isCandidate($key)) {
            return false;
        }

        return ($this->locks[$key] ??= ($this->make)($key, $ttl, $key->getState($this->state)))->extend($ttl);
    }

    /** The seconds for which a Key that was used here may trust its lease. */
    public function remaining(Key|SemaphoreKey $key): float
    {
        return ($this->locks[$key] ?? null)?->remaining() ?? 0.0;
    }

    /** Inspects; of a lock that renews, the Key's lifetime is what is left now, for it does not follow renewal by itself. */
    public function isHeld(Key|SemaphoreKey $key): bool
    {
        if (!$this->isCandidate($key)) {
            return false;
        }
        // The object for a Key that came from another process is not kept: it would renew from now on, for a mere question.
        $lock = $this->locks[$key] ?? ($this->make)($key, null, $key->getState($this->state));
        $held = $lock->isHeld();
        if ($held && $this->renews && isset($this->locks[$key])) {
            $key->resetLifetime();
            $key->reduceLifetime($lock->remaining());
        }

        return $held;
    }

    /**
     * Releases what a Key holds, and decides as RedisLock::run() does: while the deadline stands the work was done under the lock, and a
     * release that fails does not undo it. The Key holds nothing from then on.
     *
     * @return RedisLockException|null Why it is not known whether the lock is released; null: it is, or was not held.
     *
     * @throws RedisLockException The release failed, and the deadline has passed or was never known.
     */
    public function release(Key|SemaphoreKey $key): ?RedisLockException
    {
        if (!$this->mayHold($key)) {
            return null;
        }
        self::$released[$key] = true;
        // A Key from another process tells how long that one trusted it.
        $deadline = hrtime(true) / 1e9 + (isset($this->locks[$key]) ? $this->remaining($key) : $key->getRemainingLifetime() ?? 0.0);
        $lock = $this->locks[$key] ?? ($this->make)($key, null, $key->getState($this->state));
        try {
            $lock->release();
        } catch (RedisLockException $failure) {
            if (hrtime(true) / 1e9 >= $deadline) {
                throw $failure;
            }
            unset($this->locks[$key]);
            if ($lock->remaining() > 0) {
                $this->owed[] = $lock;
            }

            return $failure;
        }

        return null;
    }

    /** Each once: what fails again is left to its ttl, so that a silent Redis does not delay every acquire. */
    private function releaseOwed(): void
    {
        while ($lock = array_pop($this->owed)) {
            try {
                $lock->remaining() > 0 && $lock->release();
            } catch (RedisLockException) {
            }
        }
    }

    /** Makes the lock with which a Key acquires: by its token while its lease may go on, else by a new one. */
    private function lockFor(Key|SemaphoreKey $key, float $ttl): RedisLock
    {
        return ($this->make)($key, $ttl, $this->goesOn($key) ? $key->getState($this->state) : null);
    }

    /**
     * Tells whether a Key may hold a lock, and Redis has not said that its lease of this process has ended. One that has ended here goes on
     * while another store has it: a lease has one token.
     */
    private function goesOn(Key|SemaphoreKey $key): bool
    {
        if (!$this->isCandidate($key)) {
            return false;
        }
        $token = $key->getState($this->state);
        $last = $this->locks[$key] ?? null;
        // Of an older token it says nothing: in a CombinedStore another store has begun the next lease.
        $isOver = ($this->over[$key] ?? null) === $token
            || ($last?->token() === $token && in_array($last->__debugInfo()['state'], ['released', 'lost'], true));

        return !$isOver || $this->isHeldElsewhere($key, $token);
    }

    private function isHeldElsewhere(Key|SemaphoreKey $key, mixed $token): bool
    {
        foreach (self::$all as $leases => $_) {
            $lock = $leases->locks[$key] ?? null;
            if ($leases !== $this && $lock?->token() === $token && $lock->remaining() > 0) {
                return true;
            }
        }

        return false;
    }

    private function isCandidate(Key|SemaphoreKey $key): bool
    {
        return $this->mayHold($key) && !isset(self::$released[$key]);
    }

    /**
     * Tells whether a Key may hold a lock: it was used here, or came as a serialized one. The token of a Key that came
     * through a fork is its parent's: two processes that lock with one token would both be told that they hold it.
     */
    private function mayHold(Key|SemaphoreKey $key): bool
    {
        return $key->hasState($this->state) && (self::$processes[$key] ??= getmypid()) === getmypid();
    }

    /** Symfony knows no longest ttl, and RedisLock does: decades are ten years. */
    public static function limited(float $ttl): float
    {
        return is_infinite($ttl) || is_nan($ttl) ? $ttl : min($ttl, self::LONGEST);
    }
}
