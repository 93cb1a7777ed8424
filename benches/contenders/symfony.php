<?php
// Owns how Symfony's LockFactory is used, with its store for phpredis.
// Does not measure.
// All of this folder take part in every benchmark.

declare(strict_types=1);

/** `LockFactory::createLock($key, $ttl)->acquire(true)`: asks again after 90 to 110 ms, for ever. */
final class SymfonyContender implements Cycler, Waiter
{
    private readonly Symfony\Component\Lock\LockFactory $factory;
    private Symfony\Component\Lock\LockInterface $lock;

    public static function title(): string
    {
        return 'Symfony';
    }

    public static function absence(): ?string
    {
        if (isMissing('Symfony/Component/Lock/autoload.php')) {
            return 'php-symfony-lock';
        }
        require_once 'Symfony/Component/Lock/autoload.php';

        return extension_loaded('redis') ? null : 'php-redis';
    }

    public function __construct(Address $address, bool $isPersistent = false)
    {
        $redis = $address->connectPhpredis($isPersistent);
        $this->factory = new Symfony\Component\Lock\LockFactory(new Symfony\Component\Lock\Store\RedisStore($redis));
    }

    public function cycle(string $key): void
    {
        $lock = $this->factory->createLock($key, TTL);
        $lock->acquire() || throw new RuntimeException('acquire() returned false');
        $lock->release();
    }

    public function choose(string $key): void
    {
        $this->lock = $this->factory->createLock($key, TTL);
    }

    public function acquire(): void
    {
        $this->lock->acquire(true);
    }

    public function acquireWithin(float $seconds): bool
    {
        throw new LogicException('Symfony Lock 5.4 waits for ever or not at all');
    }

    public function release(): void
    {
        $this->lock->release();
    }
}
