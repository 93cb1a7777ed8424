<?php
// Owns Laravel's face of one lock: what Cache::lock() returns.
// Does not talk to Redis: each verb is one of the extension's class RedisLock. Does not know addresses (LockServer.php).
// Made by Store.php; called by everything of Laravel's that locks.

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Contracts\Cache\LockTimeoutException;
use LogicException;
use RedisLock;
use Throwable;
use WeakMap;

class Lock extends \Illuminate\Cache\Lock
{
    /** The longest ttl that RedisLock takes, in seconds: ten years. Laravel knows no such limit. */
    private const LONGEST = 315_360_000;

    /** @var WeakMap<self, true>|null locks of this process that are to be released when it ends */
    private static ?WeakMap $toRelease = null;

    private ?RedisLock $lock = null;
    private bool $autoRelease = false;
    private bool $acquired = false;
    private bool $ownerIsGiven;

    /**
     * @param string $name with the cache's prefix in front
     * @param int|float|numeric-string|null $seconds
     * @param string|null $owner
     *
     * @internal
     */
    public function __construct(private LockServer $server, $name, $seconds, $owner = null)
    {
        // Laravel restores the lock of an unknown owner with '', which no lock has.
        parent::__construct($name, $seconds, (string) $owner);
        $this->ownerIsGiven = $this->owner !== '';
    }

    /**
     * Releases the lock as soon as this object goes, if this object took it: also when the script dies by a fatal error,
     * by exit, or at a limit of PHP's, and when a queue worker kills a job that ran into its timeout.
     *
     *     $lock = Cache::lock('import', 600)->autoRelease();    // in a variable, or it is free again at the end of the line
     *
     * Never happens unasked: Laravel's locks outlive their objects.
     *
     * @return $this
     *
     * @throws LogicException The lock was used already.
     */
    public function autoRelease(): static
    {
        if ($this->lock !== null) {
            throw new LogicException("autoRelease() comes before everything else that lock \"$this->name\" is asked");
        }
        $this->autoRelease = true;

        return $this;
    }

    /**
     * Releases all locks of this process that are to be released automatically.
     *
     * @internal
     */
    public static function releaseAll(): void
    {
        $locks = [];
        // A lock that is released leaves the map, which must not shrink under a loop.
        foreach (self::$toRelease ?? [] as $lock => $_) {
            $locks[] = $lock;
        }
        foreach ($locks as $lock) {
            try {
                $lock->release();
            } catch (Throwable) {
                // The worker must end all the same. The lock ends with its ttl then, as it does after a kill -9.
            }
        }
    }

    public function acquire(): bool
    {
        return $this->take(0);
    }

    /**
     * Waits until the lock is acquired. A release wakes it; see README.md for holders that do not signal.
     *
     * @param int|float $seconds how long at most; 0: asks once
     * @param callable|null $callback
     *
     * @return mixed what the callback returned, else true
     *
     * @throws LockTimeoutException Another holder still had it when the wait was over.
     */
    public function block($seconds, $callback = null)
    {
        if (!$this->take(max(0, $seconds + 0))) {
            throw new LockTimeoutException("could not acquire lock \"$this->name\": held by another for all of $seconds s");
        }
        if (!is_callable($callback)) {
            return true;
        }
        try {
            return $callback();
        } finally {
            $this->release();
        }
    }

    /**
     * Makes the lock last for at least so many seconds from now. It never shortens what is left.
     *
     * @param int|null $seconds null: as long as it was made for; 0: for ever
     *
     * @return bool false: it is not held by this owner (any more)
     */
    public function refresh($seconds = null): bool
    {
        $refreshed = $this->lock()->extend(self::ttl($seconds ?? $this->seconds));
        // A restored lock may turn out to be held here.
        $this->acquired = $this->acquired || $refreshed;

        return $refreshed;
    }

    public function release(): bool
    {
        $released = $this->lock()->release();
        if (self::$toRelease !== null) {
            unset(self::$toRelease[$this]);
        }

        return $released;
    }

    public function forceRelease(): void
    {
        $this->lock()->forceRelease();
    }

    /** Returns the proof of holding: any process that has it can release the lock. A new one for every acquire, unless it was given. */
    public function owner(): string
    {
        $this->lock();

        return $this->owner;
    }

    public function isLocked(): bool
    {
        return $this->lock()->isLocked();
    }

    public function isOwnedByCurrentProcess(): bool
    {
        return $this->isOwnedBy($this->owner());
    }

    /** @param string|null $owner */
    public function isOwnedBy($owner): bool
    {
        return $owner === null ? !$this->isLocked() : $this->lock()->holder() === $this->server->pack((string) $owner);
    }

    /** Returns the name of Laravel's Redis connection that says where the lock lives. */
    public function getConnectionName(): string
    {
        return $this->server->name;
    }

    protected function getCurrentOwner(): ?string
    {
        $holder = $this->lock()->holder();

        return $holder === null ? null : $this->server->unpack($holder);
    }

    private function take(int|float $wait): bool
    {
        $lock = $this->lock();
        $end = hrtime(true) / 1e9 + $wait;
        // Laravel's lock refuses its own holder, too. RedisLock calls that a mistake.
        while ($this->acquired && $lock->isHeld()) {
            $left = $end - hrtime(true) / 1e9;
            if ($left <= 0) {
                return false;
            }
            usleep((int) (1e6 * min($left, 0.1)));
        }
        $this->acquired = false;
        try {
            $this->acquired = $lock->acquire(max(0, $end - hrtime(true) / 1e9));
        } finally {
            $this->learnOwner();
        }
        if ($this->acquired && $this->autoRelease) {
            self::$toRelease ??= new WeakMap();
            self::$toRelease[$this] = true;
        }

        return $this->acquired;
    }

    /** The extension's lock, made when it is first needed: autoRelease() may come before. */
    private function lock(): RedisLock
    {
        if ($this->lock === null) {
            // Where values are packed the extension sees packed bytes, so its own tokens are no use there but as an owner.
            if ($this->server->packs() && !$this->ownerIsGiven) {
                $this->owner = $this->server->lock($this->name, INF)->token();
                $this->ownerIsGiven = true;
            }
            $token = $this->ownerIsGiven ? $this->server->pack($this->owner) : null;
            $this->lock = $this->server->lock($this->name, self::ttl($this->seconds), $token, $this->autoRelease);
            $this->learnOwner();
        }

        return $this->lock;
    }

    /** The extension makes a new token for every lease, so that a late command never meets a newer one. */
    private function learnOwner(): void
    {
        if (!$this->ownerIsGiven) {
            $this->owner = $this->lock->token();
        }
    }

    /** @param int|float|numeric-string|null $seconds */
    private static function ttl($seconds): int|float
    {
        return $seconds > 0 ? min($seconds + 0, self::LONGEST) : INF;
    }
}
