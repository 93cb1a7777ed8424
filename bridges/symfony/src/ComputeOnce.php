<?php
// Owns that a value of Symfony's cache is computed by one process on all hosts: what is waited for, and what happens where no lock is had.
// Does not own the lock, which is RedisLock's, nor the cache.

declare(strict_types=1);

namespace RedisLock\Symfony;

use Psr\Log\LoggerInterface;
use RedisLock;
use RedisLockException;
use RedisLockLostException;
use RedisLockNotAcquiredException;
use Symfony\Component\Cache\Traits\ContractsTrait;
use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Contracts\Cache\CacheInterface;
use Symfony\Contracts\Cache\ItemInterface;

/**
 * What a pool calls instead of the callback of get(). Symfony's own locks one of a few files of its host, and none under cli.
 *
 *     $pool->setCallbackWrapper(new ComputeOnce());
 *
 *  - The value is missing: one process computes it, the others wait and return it when it is there.
 *  - The value is to be computed early, before it expires: one process does, the others return the one that there is.
 *  - A wait is over, or Redis is away: the value is computed at once, and the pool's logger is told.
 *  - A value that the callback of another one wants is computed without a lock, so that no two processes wait for each other.
 */
final class ComputeOnce
{
    /**
     * @param float $wait The most seconds to wait for another process that computes the value.
     * @param float $ttl Seconds after which another process computes what a killed one began.
     * @param float $renewFor The most seconds for which a callback that hangs keeps the others from computing.
     * @param string|list<string>|null $server Where Redis is, or a quorum, as RedisLock takes it. null: redislock.server.
     * @param string $prefix What locks are called before the key of the item. Pools with the same prefix share the locks of the same key.
     *
     * @throws InvalidArgumentException An argument outside its limits.
     */
    public function __construct(
        private readonly float $wait = 5.0,
        private readonly float $ttl = 10.0,
        private readonly float $renewFor = 3_600.0,
        #[\SensitiveParameter] private readonly string|array|null $server = null,
        private readonly string $prefix = 'cache:',
    ) {
        if (!($wait >= 0)) {
            throw new InvalidArgumentException(sprintf('%s(): Argument #1 ($wait) must be at least 0 seconds, %s given.', __METHOD__, is_nan($wait) ? 'NAN' : $wait));
        }
        try {
            $this->lock('are these arguments?');
        } catch (\ValueError $error) {
            throw new InvalidArgumentException($error->getMessage(), 0, $error);
        }
    }

    /** @param float|null $beta of get(), which later versions of Symfony tell: INF computes a value that is there */
    public function __invoke(
        callable $callback,
        ItemInterface $item,
        bool &$save,
        CacheInterface $pool,
        ?\Closure $setMetadata = null,
        ?LoggerInterface $logger = null,
        ?float $beta = null,
    ): mixed {
        $computing = self::computedHere();
        if ($computing !== []) {
            $value = $callback($item, $save);
            // As in Symfony, a value that its own callback asks for is not saved.
            $save = $save && !\in_array([$pool, $item->getKey()], $computing, true);

            return $value;
        }
        self::letOtherFibersIn($pool, $item->getKey());
        $isCalled = false;
        $computed = null;
        $compute = function () use ($callback, $item, &$save, $pool, $setMetadata, &$isCalled, &$computed): array {
            $isCalled = true;

            return $computed = [self::computeAndSave($callback, $item, $save, $pool, $setMetadata)];
        };
        $find = function () use ($item, $pool, &$save): ?array {
            $found = $pool->getItem($item->getKey());
            $save = $save && !$found->isHit();

            return $found->isHit() ? [$found->get()] : null;
        };
        $isEarly = $item->isHit() && $beta !== \INF;
        try {
            return $this->lock($item->getKey())->run($compute, $isEarly ? 0 : $this->wait, lookup: $item->isHit() ? null : $find)[0];
        } catch (RedisLockException $told) {
            if ($computed !== null && $told instanceof RedisLockLostException) {
                return $computed[0];
            }
            if ($isCalled) {
                throw $told;
            }
            if ($isEarly && $told instanceof RedisLockNotAcquiredException) {
                $save = false;

                return $item->get();
            }
            $logger?->warning('Item "{key}" is computed without a lock: {message}', ['key' => $item->getKey(), 'message' => $told->getMessage(), 'exception' => $told]);

            return self::compute($callback, $item, $save, $pool);
        }
    }

    /** Saves before the lock is released, so that who waits finds the value. */
    private static function computeAndSave(callable $callback, ItemInterface $item, bool &$save, CacheInterface $pool, ?\Closure $setMetadata): mixed
    {
        $value = self::compute($callback, $item, $save, $pool);
        if ($save) {
            $setMetadata !== null && $setMetadata($item);
            $pool->save($item->set($value));
            $save = false;
        }

        return $value;
    }

    private static function compute(callable $callback, ItemInterface $item, bool &$save, CacheInterface $pool): mixed
    {
        return $callback($item, $save);
    }

    /**
     * What this fiber or coroutine computes at this moment, as its calls say: a property would say it of all of the process.
     *
     * @return list<array{CacheInterface, string}> pools and keys
     */
    private static function computedHere(): array
    {
        $found = [];
        foreach (debug_backtrace(0) as $frame) {
            $class = $frame['class'] ?? '';
            if ($class === \Fiber::class) {
                // Beyond are the calls of whoever resumed it.
                break;
            }
            if ($class === self::class && $frame['function'] === 'compute') {
                $found[] = [$frame['args'][3], $frame['args'][1]->getKey()];
            }
        }

        return $found;
    }

    /**
     * A pool of Symfony's notes which keys it computes, and while one fiber does, others compute at once, without asking this class. Where
     * waits suspend they may wait instead. What a callback asks for itself, for which the note is meant, computedHere() knows.
     */
    private static function letOtherFibersIn(CacheInterface $pool, string $key): void
    {
        $wait = RedisLock::waitUsing(null);
        if ($wait === null) {
            return;
        }
        RedisLock::waitUsing($wait);
        foreach ([$pool::class, ...array_values(class_parents($pool))] as $class) {
            if (\in_array(ContractsTrait::class, class_uses($class), true)) {
                \Closure::bind(function () use ($key): void {
                    unset($this->computing[$key]);
                }, $pool, $class)();
            }
        }
    }

    private function lock(string $key): RedisLock
    {
        return new RedisLock($this->prefix . $key, $this->ttl, $this->server, autoRenew: true, renewFor: $this->renewFor);
    }
}
