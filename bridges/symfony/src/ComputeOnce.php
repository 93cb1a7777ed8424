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
 *  - A value that is wanted while another is computed is computed without a lock, so that no two processes wait for each other.
 */
final class ComputeOnce
{
    private static bool $isComputing = false;

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
        if (self::$isComputing) {
            return $callback($item, $save);
        }
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

            return self::compute($callback, $item, $save);
        }
    }

    /** Saves before the lock is released, so that who waits finds the value. */
    private static function computeAndSave(callable $callback, ItemInterface $item, bool &$save, CacheInterface $pool, ?\Closure $setMetadata): mixed
    {
        $value = self::compute($callback, $item, $save);
        if ($save) {
            $setMetadata !== null && $setMetadata($item);
            $pool->save($item->set($value));
            $save = false;
        }

        return $value;
    }

    private static function compute(callable $callback, ItemInterface $item, bool &$save): mixed
    {
        self::$isComputing = true;
        try {
            return $callback($item, $save);
        } finally {
            self::$isComputing = false;
        }
    }

    private function lock(string $key): RedisLock
    {
        return new RedisLock($this->prefix . $key, $this->ttl, $this->server, autoRenew: true, renewFor: $this->renewFor);
    }
}
