<?php
// Owns how a lock of Symfony's is kept by RedisLock: which ttl applies, and what its answers are called there.
// Does not know which token stands for a Key (Leases.php), and decides nothing about time; RedisLock does.

declare(strict_types=1);

namespace RedisLock\Symfony;

use Psr\Log\LoggerAwareInterface;
use Psr\Log\LoggerAwareTrait;
use RedisLock;
use RedisLockException;
use RedisLockLostException;
use Symfony\Component\Lock\BlockingSharedLockStoreInterface;
use Symfony\Component\Lock\BlockingStoreInterface;
use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\InvalidTtlException;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockExpiredException;
use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ExpiringStoreTrait;

/**
 * Keeps locks of Symfony's on Redis, at plain keys: acquire(true) is woken by the release, and every lock of another
 * make on the same key is respected.
 *
 *     $factory = new LockFactory(new RedisLockStore('redis://10.0.0.5'));
 *
 * The token of a lease is in its Key's state, so that a serialized Key releases, refreshes and checks its lock in any
 * process. A forked child's copy of a Key holds nothing, as with
 * RedisLock itself, and locks with a token of its own: its end releases nothing; unserialize(serialize($key)) takes the
 * lock over on purpose.
 *
 * There are no readers: acquireRead() throws. A store without methods for them would get write locks from Symfony, silently.
 */
final class RedisLockStore implements BlockingStoreInterface, BlockingSharedLockStoreInterface, LoggerAwareInterface
{
    use ExpiringStoreTrait;
    use LoggerAwareTrait;

    /** The shortest ttl that RedisLock has, in seconds. What is to live for less has expired by the time that Redis replies. */
    private const SHORTEST = 0.01;

    private readonly Leases $leases;

    /** @var \WeakMap<Key, float> The ttl of those that were acquired for a Lock, which puts their expiration off to the same ttl next. */
    private readonly \WeakMap $acquired;

    /**
     * @param string|list<string>|null $server Where Redis is, or a quorum, as RedisLock takes it. null: redislock.server.
     * @param float $initialTtl Seconds that a lock lives that has no ttl of its own (createLock('x', null)): 0.01 to ten
     *     years; INF: for ever. Default 300, as in Symfony's stores.
     * @param float $wait The longest that acquire(true) waits, in seconds; then it throws a LockConflictedException.
     *     INF, the default: no end, as everywhere in Symfony.
     * @param float $renewFor The most seconds after acquire() to which a held lock is renewed, while its Key and its process live; INF:
     *     no limit. 0, the default: it is not renewed.
     * @param int $permits How many may hold a lock of this store at a time, 1 to 64. Default 1.
     * @param float $atLeast Seconds after acquire() for which a lock stays taken, however early it is released. Default 0.
     *
     * @throws InvalidArgumentException An address that is none, a wait or renewFor below 0, or permits or atLeast outside their limits.
     * @throws InvalidTtlException An initial ttl outside its limits.
     */
    public function __construct(
        #[\SensitiveParameter] private readonly string|array|null $server = null,
        private readonly float $initialTtl = 300.0,
        private readonly float $wait = \INF,
        private readonly float $renewFor = 0.0,
        private readonly int $permits = 1,
        private readonly float $atLeast = 0.0,
    ) {
        foreach ([3 => 'wait', 4 => 'renewFor'] as $number => $name) {
            if (!($$name >= 0)) {
                throw new InvalidArgumentException(sprintf('%s(): Argument #%d ($%s) must be at least 0 seconds, %s given.', __METHOD__, $number, $name, is_nan($$name) ? 'NAN' : $$name));
            }
        }
        try {
            new RedisLock('is this an address?', null, $server);
        } catch (\ValueError | \TypeError $error) {
            throw new InvalidArgumentException($error->getMessage(), 0, $error);
        }
        try {
            new RedisLock('is this a ttl?', $initialTtl, $server);
        } catch (\ValueError $error) {
            throw new InvalidTtlException($error->getMessage(), 0, $error);
        }
        $this->acquired = new \WeakMap();
        $this->leases = new Leases(self::class, $this->make(...), $renewFor > 0);
        // What is wrong with the others is known by now, and not when the first lock is taken.
        $this->make(new Key('are these options?'), null, null);
    }

    public function save(Key $key): void
    {
        $this->take($key, 0);
    }

    /** Waits in Redis, not in a loop: the holder's release wakes it. Signal handlers run meanwhile, and may throw. */
    public function waitAndSave(Key $key): void
    {
        $this->take($key, $this->wait);
    }

    /** @throws NotSupportedException Always: no lock here has readers. */
    public function saveRead(Key $key): void
    {
        throw new NotSupportedException(sprintf('The "%s" lock cannot be acquired for reading: %s has no readers, only acquire().', $key, self::class));
    }

    /** @throws NotSupportedException As saveRead(). */
    public function waitAndSaveRead(Key $key): void
    {
        $this->saveRead($key);
    }

    public function putOffExpiration(Key $key, float $ttl): void
    {
        if ($ttl < self::SHORTEST) {
            $this->expire($key, $ttl);
        }
        $key->reduceLifetime($ttl);
        try {
            $isOurs = $this->isJustAcquired($key, $ttl) || $this->leases->extend($key, Leases::limited($ttl));
        } catch (RedisLockException $failure) {
            throw new LockStorageException($failure->getMessage(), 0, $failure);
        } catch (\ValueError $error) {
            throw new InvalidTtlException($error->getMessage(), 0, $error);
        }
        if (!$isOurs) {
            throw new LockConflictedException(sprintf('The "%s" lock is not held by this key any more.', $key));
        }
        $key->reduceLifetime($this->leases->remaining($key));
        $this->checkNotExpired($key);
    }

    /**
     * Releases. Without a reply while the deadline stands this is a warning for the logger and no failure, as at the end of
     * RedisLock::run(): the work was done under the lock, which ends with its ttl at the latest.
     */
    public function delete(Key $key): void
    {
        unset($this->acquired[$key]);
        try {
            $unknown = $this->leases->release($key);
        } catch (RedisLockException $failure) {
            // Without a lifetime the Key was never told that it has the lock.
            $previous = $key->isExpired() ? new LockExpiredException(sprintf('The "%s" lock did not last until its release.', $key), 0, $failure) : $failure;
            throw new LockReleasingException($failure->getMessage(), 0, $previous);
        }
        if ($unknown !== null) {
            $this->logger?->warning('It is not known whether the "{resource}" lock is released; it ends with its ttl at the latest.', ['resource' => $key, 'exception' => $unknown]);
        }
    }

    public function exists(Key $key): bool
    {
        try {
            return $this->leases->isHeld($key);
        } catch (RedisLockException $failure) {
            throw new LockStorageException($failure->getMessage(), 0, $failure);
        }
    }

    private function take(Key $key, float $wait): void
    {
        unset($this->acquired[$key]);
        $own = $this->ttlOfLock();
        $ttl = $own ?? $this->initialTtl;
        if ($ttl < self::SHORTEST) {
            $this->expire($key, $ttl);
        }
        try {
            $isTaken = $this->leases->acquire($key, $ttl, $wait);
        } catch (RedisLockLostException $late) {
            throw new LockExpiredException($late->getMessage(), 0, $late);
        } catch (RedisLockException $failure) {
            throw new LockAcquiringException($failure->getMessage(), 0, $failure);
        }
        if (!$isTaken) {
            throw new LockConflictedException(sprintf('The "%s" lock is held by another.', $key));
        }
        $key->reduceLifetime($this->leases->remaining($key));
        $this->checkNotExpired($key);
        if ($own !== null) {
            $this->acquired[$key] = $own;
        }
    }

    /**
     * Tells whether a Lock asks for the ttl that its lease has just begun with. A second request says nothing new, and without a reply to it
     * acquire() would throw, though the lease stands and may go on being renewed. After a slow reply it is worth one.
     */
    private function isJustAcquired(Key $key, float $ttl): bool
    {
        $acquired = $this->acquired[$key] ?? null;
        unset($this->acquired[$key]);

        return $acquired === Leases::limited($ttl) && $this->leases->remaining($key) >= $acquired / 2;
    }

    /**
     * Ends the lock of a ttl that is too short to be any. A CombinedStore passes what is left of its own, however little that is.
     *
     * @throws LockExpiredException Always.
     */
    private function expire(Key $key, float $ttl): never
    {
        $key->reduceLifetime(0);
        try {
            $this->delete($key);
        } catch (LockReleasingException) {
            // It ends with the ttl that it has.
        }
        throw new LockExpiredException(sprintf('The "%s" lock has expired: a ttl of %s seconds is over before a reply comes, %s are the least.', $key, $ttl, self::SHORTEST));
    }

    private function make(Key $key, ?float $ttl, #[\SensitiveParameter] ?string $token): RedisLock
    {
        try {
            return new RedisLock(
                (string) $key,
                $ttl ?? $this->initialTtl,
                $this->server,
                $token,
                autoRelease: false,
                autoRenew: $this->renewFor > 0,
                renewFor: $this->renewFor ?: \INF,
                permits: $this->permits,
                atLeast: $this->atLeast,
            );
        } catch (\ValueError $error) {
            if ($ttl === null) {
                throw new InvalidArgumentException($error->getMessage(), 0, $error);
            }
            // What is wrong with the key or the options is so with the initial ttl as well.
            $this->make($key, null, $token);
            throw new InvalidTtlException($error->getMessage(), 0, $error);
        }
    }

    /**
     * Returns the ttl of the Lock that asks, null where it has none or is none. save() is told a Key and nothing else; the ttl comes by
     * putOffExpiration() after it. RedisLock's extend() only ever prolongs, so a lock of five seconds that had begun with
     * 300 would outlive a killed process by 300. A LockFactory of our own would know the ttl, but framework.lock and the plugins
     * of other frameworks build Symfony's. Lock has the property $ttl from 5.4 to 8.1; without it, or where another class
     * asks, the initial ttl is right but long.
     */
    private function ttlOfLock(): ?float
    {
        // Ours, a CombinedStore's and a decorator's are between here and the Lock.
        foreach (debug_backtrace(\DEBUG_BACKTRACE_PROVIDE_OBJECT | \DEBUG_BACKTRACE_IGNORE_ARGS, 10) as $frame) {
            $caller = $frame['object'] ?? null;
            if ($caller instanceof Lock) {
                $ttl = (fn (): ?float => $this->ttl ?? null)->call($caller);

                // To a Lock null and 0 are both none. What else is no ttl is refused before anything is taken; PHP 8.5 warns where
                // one of these, NAN, is asked whether it is true.
                return $ttl === null || $ttl === 0.0 ? null : Leases::limited($ttl);
            }
        }

        return null;
    }
}
