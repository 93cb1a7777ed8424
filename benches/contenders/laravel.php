<?php
// Owns how Laravel's cache locks are used, with its driver for phpredis.
// Does not measure.
// All of this folder take part in every benchmark.

declare(strict_types=1);

/** `Cache::lock($key, $ttl)->block($wait)`: asks again after 250 ms. */
final class LaravelContender implements Cycler, Waiter
{
    private readonly Illuminate\Cache\RedisStore $store;
    private Illuminate\Contracts\Cache\Lock $lock;

    public static function title(): string
    {
        return 'Laravel';
    }

    public static function absence(): ?string
    {
        foreach (['Illuminate/Cache/autoload.php', 'Illuminate/Redis/autoload.php'] as $file) {
            if (isMissing($file)) {
                return 'php-illuminate-cache, php-illuminate-redis';
            }
            require_once $file;
        }

        return extension_loaded('redis') ? null : 'php-redis';
    }

    public function __construct(Address $address, bool $isPersistent = false)
    {
        $this->store = new Illuminate\Cache\RedisStore(self::redis($address, $isPersistent));
    }

    public static function redis(Address $address, bool $isPersistent): Illuminate\Redis\RedisManager
    {
        return new Illuminate\Redis\RedisManager(null, 'phpredis', $address->ofLaravel($isPersistent));
    }

    public function cycle(string $key): void
    {
        $lock = $this->store->lock($key, TTL);
        $lock->get() || throw new RuntimeException('get() returned false');
        $lock->release() || throw new RuntimeException('release() returned false');
    }

    public function choose(string $key): void
    {
        $this->lock = $this->store->lock($key, TTL);
    }

    public function acquire(): void
    {
        $this->lock->block(WAIT);
    }

    public function acquireWithin(float $seconds): bool
    {
        try {
            return $this->lock->block($seconds);
        } catch (Illuminate\Contracts\Cache\LockTimeoutException) {
            return false;
        }
    }

    public function release(): void
    {
        $this->lock->release() || throw new RuntimeException('release() returned false');
    }
}
