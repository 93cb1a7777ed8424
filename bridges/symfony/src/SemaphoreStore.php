<?php
// Owns how a semaphore of Symfony's is kept by RedisLock: as one of the permits of a key, and what its answers are called there.
// Does not know which token stands for a Key (Leases.php), and decides nothing about time; RedisLock does.

declare(strict_types=1);

namespace RedisLock\Symfony;

use Psr\Log\LoggerAwareInterface;
use Psr\Log\LoggerAwareTrait;
use RedisLock;
use RedisLockException;
use Symfony\Component\Semaphore\Exception\InvalidArgumentException;
use Symfony\Component\Semaphore\Exception\RuntimeException;
use Symfony\Component\Semaphore\Exception\SemaphoreAcquiringException;
use Symfony\Component\Semaphore\Exception\SemaphoreExpiredException;
use Symfony\Component\Semaphore\Key;
use Symfony\Component\Semaphore\PersistingStoreInterface;

/**
 * Keeps semaphores of Symfony's on Redis, by permits: each holder has one with a token and a ttl of its own, and a request is one
 * round trip.
 *
 *     $factory = new SemaphoreFactory(new SemaphoreStore('redis://10.0.0.5', wait: 2));
 *     $semaphore = $factory->createSemaphore('slow-api', limit: 5, ttlInSecond: 60);
 *
 * A token stands for a Key as in RedisLockStore. The weight is 1: a lease of RedisLock's has one permit, and to take several one after
 * the other would let two holders each wait for what the other has.
 */
final class SemaphoreStore implements PersistingStoreInterface, LoggerAwareInterface
{
    use LoggerAwareTrait;

    /** What the lock of a Key has that is only released or inspected: no lease of it is taken with this ttl. */
    private const ANY_TTL = 300.0;

    private readonly Leases $leases;

    /**
     * @param string|null $server Where Redis is, as RedisLock takes it; no quorum has permits. null: redislock.server.
     * @param float $wait The longest that acquire() waits for a permit, in seconds; a release wakes it. Symfony's semaphores have no
     *     argument for it. INF: no end. 0, the default: it tries once, as everywhere in Symfony.
     * @param float $renewFor As in RedisLockStore.
     *
     * @throws InvalidArgumentException An address that is none, or a wait or renewFor below 0.
     */
    public function __construct(
        #[\SensitiveParameter] private readonly ?string $server = null,
        private readonly float $wait = 0.0,
        private readonly float $renewFor = 0.0,
    ) {
        foreach ([2 => 'wait', 3 => 'renewFor'] as $number => $name) {
            if (!($$name >= 0)) {
                throw new InvalidArgumentException(sprintf('%s(): Argument #%d ($%s) must be at least 0 seconds, %s given.', __METHOD__, $number, $name, is_nan($$name) ? 'NAN' : $$name));
            }
        }
        $this->leases = new Leases(self::class, $this->make(...), $renewFor > 0);
        $this->make(new Key('is this an address?', 1), null, null);
    }

    public function save(Key $key, float $ttlInSecond): void
    {
        try {
            $isTaken = $this->leases->acquire($key, Leases::limited($ttlInSecond), $this->wait);
        } catch (RedisLockException $failure) {
            throw new RuntimeException($failure->getMessage(), 0, $failure);
        }
        if (!$isTaken) {
            throw new SemaphoreAcquiringException($key, 'all of its permits are held by others');
        }
        $key->reduceLifetime($this->leases->remaining($key));
    }

    /** Releases, and fails as RedisLockStore::delete() does. */
    public function delete(Key $key): void
    {
        try {
            $unknown = $this->leases->release($key);
        } catch (RedisLockException $failure) {
            throw new RuntimeException($failure->getMessage(), 0, $failure);
        }
        if ($unknown !== null) {
            $this->logger?->warning('It is not known whether the "{resource}" semaphore is released; it ends with its ttl at the latest.', ['resource' => $key, 'exception' => $unknown]);
        }
    }

    public function exists(Key $key): bool
    {
        try {
            return $this->leases->isHeld($key);
        } catch (RedisLockException $failure) {
            throw new RuntimeException($failure->getMessage(), 0, $failure);
        }
    }

    public function putOffExpiration(Key $key, float $ttlInSecond): void
    {
        try {
            $isOurs = $this->leases->extend($key, Leases::limited($ttlInSecond));
        } catch (RedisLockException $failure) {
            throw new RuntimeException($failure->getMessage(), 0, $failure);
        } catch (\ValueError $error) {
            throw new InvalidArgumentException($error->getMessage(), 0, $error);
        }
        if (!$isOurs) {
            throw new SemaphoreExpiredException($key, 'its permit is not held by this key any more');
        }
        $key->reduceLifetime($this->leases->remaining($key));
    }

    private function make(Key $key, ?float $ttl, #[\SensitiveParameter] ?string $token): RedisLock
    {
        if ($key->getWeight() !== 1) {
            throw new InvalidArgumentException(sprintf('The "%s" semaphore has a weight of %d, and a holder here has one permit: RedisLock has no lease of several.', $key, $key->getWeight()));
        }
        try {
            return new RedisLock(
                (string) $key,
                $ttl ?? self::ANY_TTL,
                $this->server,
                $token,
                autoRelease: false,
                autoRenew: $this->renewFor > 0,
                renewFor: $this->renewFor ?: \INF,
                permits: $key->getLimit(),
            );
        } catch (\ValueError $error) {
            throw new InvalidArgumentException($error->getMessage(), 0, $error);
        }
    }
}
