<?php
// Owns how RedisLock is used: one object for each lock.
// Does not measure.
// All of this folder take part in every benchmark.

declare(strict_types=1);

final class RedisLockContender implements Cycler, Waiter
{
    /** @var string|list<string> */
    private readonly string|array $server;
    private RedisLock $lock;

    public static function title(): string
    {
        return 'RedisLock';
    }

    public static function absence(): ?string
    {
        return null;
    }

    public function __construct(private readonly Address $address, bool $isPersistent = false)
    {
        $this->server = $address->ofRedisLock();
    }

    public function cycle(string $key): void
    {
        $lock = new RedisLock($key, TTL, $this->server);
        $lock->acquire() || throw new RuntimeException('acquire() returned false');
        $lock->release() || throw new RuntimeException('release() returned false');
    }

    public function choose(string $key): void
    {
        $this->lock = self::lock($this->address, $key);
    }

    public static function lock(Address $address, string $key, float $ttl = TTL): RedisLock
    {
        return new RedisLock($key, ttl: $ttl, server: $address->ofRedisLock());
    }

    public function acquire(): void
    {
        $this->lock->acquire(WAIT) || throw new RuntimeException('acquire() returned false');
    }

    public function acquireWithin(float $seconds): bool
    {
        return $this->lock->acquire($seconds);
    }

    public function release(): void
    {
        $this->lock->release() || throw new RuntimeException('release() returned false');
    }
}
