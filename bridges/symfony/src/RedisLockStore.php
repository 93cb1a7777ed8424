<?php
// Owns how a lock of Symfony's is kept by RedisLock: which token stands for a Key, and what its answers are called there.
// Does not talk to Redis and decides nothing about time; RedisLock does. When a lock ends is Symfony's Lock's to say.
// Called by Symfony\Component\Lock\Lock and CombinedStore.

declare(strict_types=1);

namespace RedisLock\Symfony;

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
 * One token stands for a Key as long as the Key lives. It is kept in the Key's state, so that a serialized Key
 * releases, refreshes and checks its lock in any process. A forked child's copy of a Key holds nothing, as with
 * RedisLock itself, and locks with a token of its own: its end releases nothing; unserialize(serialize($key)) takes the
 * lock over on purpose.
 *
 * There are no readers: acquireRead() throws. A store without methods for them would get write locks from Symfony, silently.
 */
final class RedisLockStore implements BlockingStoreInterface, BlockingSharedLockStoreInterface
{
    use ExpiringStoreTrait;

    /** @var \WeakMap<Key, RedisLock> What knows the deadline of a Key's lock. */
    private \WeakMap $locks;

    /** @var \WeakMap<Key, int> In which process a Key got its token; one for all stores, as the token in its state is. */
    private static \WeakMap $processes;

    /**
     * @param string|list<string>|null $server Where Redis is, or a quorum, as RedisLock takes it. null: redislock.server.
     * @param float $initialTtl Seconds that a lock lives that has no ttl of its own (createLock('x', null)): 0.01 to ten
     *     years; INF: for ever. Default 300, as in Symfony's stores.
     * @param float $wait The longest that acquire(true) waits, in seconds; then it throws a LockConflictedException.
     *     INF, the default: no end, as everywhere in Symfony.
     *
     * @throws InvalidArgumentException An address that is none, or a wait below 0.
     * @throws InvalidTtlException A ttl outside its limits.
     */
    public function __construct(
        #[\SensitiveParameter] private readonly string|array|null $server = null,
        private readonly float $initialTtl = 300.0,
        private readonly float $wait = \INF,
    ) {
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
        if (!($wait >= 0)) {
            throw new InvalidArgumentException(sprintf('%s(): Argument #3 ($wait) must be at least 0 seconds, %s given.', __METHOD__, is_nan($wait) ? 'NAN' : $wait));
        }
        $this->locks = new \WeakMap();
        self::$processes ??= new \WeakMap();
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

    /** @throws NotSupportedException Always: every lock here is exclusive. */
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
        $key->reduceLifetime($ttl);
        try {
            $isOurs = $this->mayHold($key) && $this->lock($key)->extend($ttl);
        } catch (RedisLockException $failure) {
            throw new LockStorageException($failure->getMessage(), 0, $failure);
        } catch (\ValueError $error) {
            throw new InvalidTtlException($error->getMessage(), 0, $error);
        }
        if (!$isOurs) {
            throw new LockConflictedException(sprintf('The "%s" lock is not held by this key any more.', $key));
        }
        $key->reduceLifetime($this->lock($key)->remaining());
        $this->checkNotExpired($key);
    }

    public function delete(Key $key): void
    {
        if (!$this->mayHold($key)) {
            return;
        }
        try {
            $this->lock($key)->release();
        } catch (RedisLockException $failure) {
            throw new LockReleasingException($failure->getMessage(), 0, $failure);
        }
    }

    public function exists(Key $key): bool
    {
        if (!$this->mayHold($key)) {
            return false;
        }
        try {
            return $this->lock($key)->isHeld();
        } catch (RedisLockException $failure) {
            throw new LockStorageException($failure->getMessage(), 0, $failure);
        }
    }

    private function take(Key $key, float $wait): void
    {
        $ttl = $this->ttl();
        try {
            $isTaken = $this->mayHold($key)
                ? $this->takeAgain($key, $ttl, $wait)
                : ($this->locks[$key] = $this->make($key, $ttl))->acquire($wait);
        } catch (RedisLockLostException $late) {
            throw new LockExpiredException($late->getMessage(), 0, $late);
        } catch (RedisLockException $failure) {
            throw new LockAcquiringException($failure->getMessage(), 0, $failure);
        }
        if (!$isTaken) {
            throw new LockConflictedException(sprintf('The "%s" lock is held by another.', $key));
        }
        $key->reduceLifetime($this->lock($key)->remaining());
        $this->checkNotExpired($key);
    }

    /** Takes a lock that this Key may hold already, here or from another process; to acquire() its own token is one more holder. */
    private function takeAgain(Key $key, float $ttl, float $wait): bool
    {
        $lock = $this->make($key, $ttl);
        if ($this->lock($key)->remaining() > 0 && $this->lock($key)->extend($ttl)) {
            return true;
        }
        // Now, for an object that believes in its lease would be in the way: no thread waits for ever for itself.
        $this->locks[$key] = $lock;

        return $lock->acquire() || $lock->extend() || ($wait > 0 && $lock->acquire($wait));
    }

    private function lock(Key $key): RedisLock
    {
        return $this->locks[$key] ??= $this->make($key, $this->initialTtl);
    }

    /** Makes the object of a Key's next lease: a RedisLock has one ttl, a Key may be given to Locks with several. */
    private function make(Key $key, float $ttl): RedisLock
    {
        try {
            $token = $this->token($key);
        } catch (\ValueError $error) {
            throw new InvalidArgumentException($error->getMessage(), 0, $error);
        }
        try {
            return new RedisLock((string) $key, $ttl, $this->server, $token, autoRelease: false);
        } catch (\ValueError $error) {
            throw new InvalidTtlException($error->getMessage(), 0, $error);
        }
    }

    /**
     * Returns the ttl of the Lock that asks, else the initial one. save() is told a Key and nothing else; the ttl comes by
     * putOffExpiration() after it. RedisLock's extend() only ever prolongs, so a lock of five seconds that had begun with
     * 300 would outlive a killed process by 300. Lock has the property $ttl from 5.4 to 7.4; without it, or where another
     * class asks, the initial ttl is right but long.
     */
    private function ttl(): float
    {
        // Ours, a CombinedStore's and a decorator's are between here and the Lock.
        foreach (debug_backtrace(\DEBUG_BACKTRACE_PROVIDE_OBJECT | \DEBUG_BACKTRACE_IGNORE_ARGS, 10) as $frame) {
            $caller = $frame['object'] ?? null;
            if ($caller instanceof Lock) {
                $ttl = (fn (): ?float => $this->ttl ?? null)->call($caller);

                // To a Lock null and 0 are both none. What else is no ttl is refused before anything is taken; PHP 8.5 warns where
                // one of these, NAN, is asked whether it is true.
                return $ttl === null || $ttl === 0.0 ? $this->initialTtl : $ttl;
            }
        }

        return $this->initialTtl;
    }

    /** Returns the Key's token; a new one is the extension's own, for a lock that signals its release. */
    private function token(Key $key): string
    {
        if (!$this->mayHold($key)) {
            $key->setState(self::class, (new RedisLock((string) $key, $this->initialTtl, $this->server))->token());
            self::$processes[$key] = getmypid();
        }

        return $key->getState(self::class);
    }

    /**
     * Tells whether a Key may hold a lock: it was used here, or came as a serialized one. The token of a Key that came
     * through a fork is its parent's: two processes that lock with one token would both be told that they hold it.
     */
    private function mayHold(Key $key): bool
    {
        return $key->hasState(self::class) && (self::$processes[$key] ??= getmypid()) === getmypid();
    }
}
