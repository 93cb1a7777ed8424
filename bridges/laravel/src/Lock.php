<?php
// Owns Laravel's face of one lock: what Cache::lock() returns for the driver redislock.
// Does not talk to Redis: each verb is one of the extension's class RedisLock. Does not know addresses (LockServer.php).

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Container\Container;
use Illuminate\Contracts\Cache\LockTimeoutException;
use Illuminate\Contracts\Debug\ExceptionHandler;
use LogicException;
use RedisLock;
use RedisLockConnectionException;
use RedisLockException;
use RedisLockLostException;
use RedisLockNotAcquiredException;
use RedisLockServerException;
use Throwable;
use TypeError;

class Lock extends \Illuminate\Cache\Lock implements LockOptions
{
    use RefusesGenerators;
    use SimulatedSleep;

    /** The longest ttl that RedisLock takes, in seconds: ten years. Laravel knows no such limit. */
    private const LONGEST = 315_360_000;

    private ?RedisLock $lock = null;
    /** Arguments of RedisLock's constructor, by name. */
    private array $options = ['autoRelease' => false];
    private bool $acquired = false;
    private bool $ownerIsGiven;
    /** The owner was made here, for a connection that packs, and nobody has read it. */
    private bool $ownerIsMade = false;
    /** The owner was read before the acquire that is to be by it. */
    private bool $ownerIsNext = false;

    /**
     * @param list<string> $names with the cache's prefix at their beginning
     * @param int|float|numeric-string|null $seconds
     * @param string|null $owner
     *
     * @internal
     */
    public function __construct(private LockServer $server, private array $names, $seconds, $owner = null)
    {
        // Laravel restores the lock of an unknown owner with '', which no lock has. A list without a name is refused by RedisLock.
        parent::__construct($names[0] ?? '', $seconds, (string) $owner);
        $this->ownerIsGiven = $this->owner !== '';
    }

    public function autoRelease(): static
    {
        return $this->with(__FUNCTION__, ['autoRelease' => true]);
    }

    public function autoRenew(int|float $renewFor = INF): static
    {
        return $this->with(__FUNCTION__, ['autoRenew' => true, 'renewFor' => $renewFor]);
    }

    public function permits(int $holders): static
    {
        return $this->with(__FUNCTION__, ['permits' => $holders]);
    }

    public function atLeast(int|float $seconds): static
    {
        return $this->with(__FUNCTION__, ['atLeast' => $seconds]);
    }

    public function acquire(): bool
    {
        return $this->take(0);
    }

    /**
     * Tries once to acquire the lock.
     *
     * @param callable|null $callback called while the lock is held, which is released after it: see guard()
     *
     * @return mixed false: another holder has it; else what the callback returned, or true
     */
    public function get($callback = null)
    {
        if (!$this->take(0)) {
            return false;
        }

        return is_callable($callback) ? $this->guard($callback) : true;
    }

    /**
     * Waits until the lock is acquired. A release wakes it; see README.md for holders that do not signal.
     *
     * @param int|float $seconds how long at most; 0: tries once
     * @param callable|null $callback called while the lock is held, which is released after it: see guard()
     *
     * @return mixed what the callback returned, else true
     *
     * @throws LockTimeoutException Another holder still had it when the wait was over.
     */
    public function block($seconds, $callback = null)
    {
        $seconds = max(0, $seconds + 0);
        if (!($this->acquireInSimulatedTime($seconds) ?? $this->take($seconds))) {
            throw new LockTimeoutException("could not acquire lock {$this->shown()}: held by another for all of $seconds s");
        }

        return is_callable($callback) ? $this->guard($callback) : true;
    }

    public function guard(callable $work): mixed
    {
        try {
            $result = $work();
        } catch (Throwable $thrown) {
            try {
                $this->release();
            } catch (RedisLockException) {
                // What the work has thrown says more.
            }
            throw $thrown;
        }
        if (self::isUnfinished($result)) {
            $this->release();
            throw new TypeError(self::unfinished($this->shown()));
        }
        // The work may have released the lock, or come back in a forked child, which holds nothing.
        if (in_array($this->lock?->__debugInfo()['state'], ['released', 'none', null], true)) {
            return $result;
        }
        try {
            if ($this->settle() === false) {
                $why = 'its ttl ran out or it was removed, and another may hold it';
                throw new RedisLockLostException("lock {$this->shown()} was lost: $why; {$this->afterLoss()}");
            }
        } catch (RedisLockLostException $lost) {
            $lost->result = $result;
            throw $lost;
        }

        return $result;
    }

    /**
     * Returns what $find returns; where that is null, what $work returns, which is called under the lock.
     *
     * @throws LockTimeoutException Another held the lock for all of the wait, and nothing was found.
     *
     * @internal
     */
    public function computeOnce(callable $work, int|float $wait, callable $find): mixed
    {
        $this->server->releaseOwed();
        $isCalled = false;
        $result = null;
        $called = function () use ($work, &$isCalled, &$result): mixed {
            $isCalled = true;

            return $result = $work();
        };
        try {
            return $this->lock()->run($called, $wait, lookup: $find);
        } catch (RedisLockNotAcquiredException $refused) {
            throw $isCalled ? $refused : new LockTimeoutException("could not acquire lock {$this->shown()}: held by another for all of $wait s");
        } catch (RedisLockLostException $lost) {
            // What was computed twice is no less right.
            return $result ?? throw $lost;
        } catch (RedisLockException $failure) {
            $this->disownPacked();
            throw $failure;
        }
    }

    public function refresh($seconds = null): bool
    {
        $refreshed = $this->lock()->extend($seconds === null ? null : self::ttl($seconds));
        // A restored lock may turn out to be held here.
        $this->acquired = $this->acquired || $refreshed;

        return $refreshed;
    }

    /**
     * Releases the lock, if this owner holds it.
     *
     * @param int|float $doneFor how long its work counts as done, in seconds; a marker that got no reply is sent later, as the release is
     *
     * @return bool false: it does not; or no reply came to that and the lock was held in time, which is reported and fails no work that is
     *     done. The lock is released at the next contact with Redis, or ends with its seconds.
     *
     * @throws RedisLockLostException No reply came, and the seconds of the lock were over before.
     * @throws RedisLockConnectionException No reply came, and this object did not take the lock.
     */
    public function release(int|float $doneFor = 0): bool
    {
        return $this->settle($doneFor) ?? false;
    }

    public function isDone(): bool
    {
        return $this->lock()->isDone();
    }

    public function forceRelease(): void
    {
        $this->lock()->forceRelease();
    }

    /**
     * Returns the proof of holding: any process that has it can release the lock. A new one for every acquire, unless it was given. Read before
     * the first acquire, it is that one's. Others may hold by an owner that was read, so what an acquire without a reply may have taken by it
     * is left to its seconds.
     */
    public function owner(): string
    {
        $lock = $this->lock();
        $this->ownerIsMade = false;
        if (!$this->ownerIsGiven) {
            $this->owner = $lock->token();
            if ($lock->__debugInfo()['state'] === 'none') {
                $this->ownerIsGiven = $this->ownerIsNext = true;
                $this->lock = null;
            }
        }

        return $this->owner;
    }

    public function isLocked(): bool
    {
        return $this->lock()->isLocked();
    }

    public function isOwnedByCurrentProcess(): bool
    {
        $lock = $this->lock();

        // Without reading the owner.
        return $this->ownerIsGiven ? $this->isOwnedBy($this->owner) : $lock->isHeld();
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

    private function with(string $method, array $options): static
    {
        if ($this->lock !== null) {
            throw new LogicException("$method() comes before all else that is called on lock {$this->shown()}");
        }
        $this->options = $options + $this->options;

        return $this;
    }

    private function take(int|float $wait): bool
    {
        $this->server->releaseOwed();
        $lock = $this->lock();
        $end = self::now() + $wait;
        // Laravel's lock refuses its own holder, too. RedisLock calls that a mistake.
        while ($this->acquired && $lock->isHeld()) {
            $left = $end - self::now();
            if ($left <= 0) {
                return false;
            }
            usleep((int) (1e6 * min($left, 0.1)));
        }
        $this->acquired = false;
        if ($this->ownerIsNext && in_array($lock->__debugInfo()['state'], ['released', 'lost', 'expired'], true)) {
            // It was the last lease's.
            $this->ownerIsGiven = $this->ownerIsNext = false;
            $this->lock = null;
            $lock = $this->lock();
        }
        try {
            return $this->acquired = $lock->acquire(max(0, $end - self::now()));
        } catch (RedisLockException $failure) {
            $this->disownPacked();
            throw $failure;
        }
    }

    /** @return bool|null true: released. false: it was not ours. null: not known, and reported. */
    private function settle(int|float $doneFor = 0): ?bool
    {
        $lock = $this->lock();
        // RedisLock trusts a lease no more once its release was sent.
        $deadline = self::now() + $lock->remaining();
        try {
            $released = $lock->release($doneFor);
            $this->acquired = $this->acquired && !$released;

            return $released;
        } catch (RedisLockConnectionException|RedisLockServerException $unknown) {
            if (!$this->acquired) {
                throw $unknown;
            }
            // Where no reply came, its end hands the lease over to the late releases; where Redis refused, it ends with its seconds.
            $this->lock = null;
            $this->acquired = false;
            if ($this->ownerIsNext || $this->ownerIsMade) {
                // A release that is still to come must not meet the next lease.
                $this->ownerIsGiven = $this->ownerIsNext = $this->ownerIsMade = false;
            }
            if (self::now() >= $deadline) {
                $why = 'its ttl ran out while Redis could not be asked';
                throw new RedisLockLostException("lock {$this->shown($lock)} was lost: $why; {$this->afterLoss()}", 0, $unknown);
            }
            self::report($unknown);

            return null;
        }
    }

    /** The lock as the extension's messages name it, and as `redislock show` finds it: by its key in Redis, all prefixes included. */
    private function shown(?RedisLock $lock = null): string
    {
        $lock ??= $this->lock();
        $more = count($lock->keys()) - 1;

        return "\"{$lock->key()}\"" . ($more > 0 ? " and $more more" : '');
    }

    private function afterLoss(): string
    {
        return 'check what the guarded work did; more seconds' . (isset($this->options['autoRenew']) ? '' : ' or autoRenew()') . ' keep it for longer work';
    }

    private static function report(RedisLockConnectionException|RedisLockServerException $unknown): void
    {
        $app = Container::getInstance();
        if ($app->bound(ExceptionHandler::class)) {
            $what = "{$unknown->getMessage()}; what it guarded was done in time, and whether it is free now is not known";
            $app->make(ExceptionHandler::class)->report(new ($unknown::class)($what, 0, $unknown));
        }
    }

    /** The extension's lock, made when it is first needed: its options come before. */
    private function lock(): RedisLock
    {
        if ($this->lock === null) {
            // Where values are packed the extension sees packed bytes, so its own tokens are no use there but as an owner.
            if ($this->server->packs() && !$this->ownerIsGiven) {
                $this->owner = $this->server->lock($this->names, INF)->token();
                $this->ownerIsGiven = $this->ownerIsMade = true;
            }
            $token = $this->ownerIsGiven ? $this->server->pack($this->owner) : null;
            // What is renewed is not for ever, and has redislock.ttl where nothing else is chosen.
            $ttl = isset($this->options['autoRenew']) && !($this->seconds > 0) ? null : self::ttl($this->seconds);
            $this->lock = $this->server->lock($this->names, $ttl, $token, $this->options);
        }

        return $this->lock;
    }

    /**
     * After an acquire without a reply: the extension releases nothing under an owner that it was given. One that lock() made and nobody has
     * read is this object's alone, so what may have been taken is released with the next acquire on this connection, which is by another owner.
     */
    private function disownPacked(): void
    {
        if ($this->ownerIsMade && $this->lock !== null) {
            $this->server->releaseLater($this->lock);
            $this->ownerIsGiven = $this->ownerIsMade = false;
            $this->lock = null;
        }
    }

    /** @param int|float|numeric-string|null $seconds */
    private static function ttl($seconds): int|float
    {
        return $seconds > 0 ? min($seconds + 0, self::LONGEST) : INF;
    }

    /** Seconds of a clock that only ever runs forward. */
    private static function now(): float
    {
        return hrtime(true) / 1e9;
    }
}
