<?php
// Owns how Symfony's SemaphoreFactory is used, with its store for phpredis.
// Does not measure.
// All of this folder take part in every benchmark.

declare(strict_types=1);

/** `SemaphoreFactory::createSemaphore($key, $permits)->acquire()`, which does not wait: it is tried again after 5 ms. */
final class SymfonyPermitsContender implements PermitsWaiter
{
    private readonly Symfony\Component\Semaphore\SemaphoreFactory $factory;
    private Symfony\Component\Semaphore\SemaphoreInterface $semaphore;

    public static function title(): string
    {
        return SymfonyContender::title();
    }

    public static function absence(): ?string
    {
        if (isMissing('Symfony/Component/Semaphore/autoload.php')) {
            return 'php-symfony-semaphore';
        }
        require_once 'Symfony/Component/Semaphore/autoload.php';

        return extension_loaded('redis') ? null : 'php-redis';
    }

    public function __construct(Address $address, bool $isPersistent = false)
    {
        $redis = $address->connectPhpredis($isPersistent);
        $this->factory = new Symfony\Component\Semaphore\SemaphoreFactory(new Symfony\Component\Semaphore\Store\RedisStore($redis));
    }

    public function choose(string $key): void
    {
        $this->choosePermits($key, 1);
    }

    public function choosePermits(string $key, int $permits): void
    {
        $this->semaphore = $this->factory->createSemaphore($key, $permits, ttlInSecond: TTL);
    }

    public function acquire(): void
    {
        $this->acquireWithin(WAIT) || throw new RuntimeException('the wait is over');
    }

    public function acquireWithin(float $seconds): bool
    {
        $end = hrtime(true) + $seconds * 1e9;
        while (!$this->semaphore->acquire()) {
            if (hrtime(true) >= $end) {
                return false;
            }
            usleep(LoopContender::NAP);
        }

        return true;
    }

    public function release(): void
    {
        $this->semaphore->release();
    }
}
