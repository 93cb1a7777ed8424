<?php
// Owns how RedisLock is used when the object's end releases the lock.
// Does not measure.
// All of this folder take part in every benchmark.

declare(strict_types=1);

final class RedisLockUnsetContender implements Cycler
{
    /** @var string|list<string> */
    private readonly string|array $server;

    public static function title(): string
    {
        return 'by unset';
    }

    public static function absence(): ?string
    {
        return null;
    }

    public function __construct(Address $address, bool $isPersistent = false)
    {
        $this->server = $address->ofRedisLock();
    }

    public function cycle(string $key): void
    {
        $lock = new RedisLock($key, TTL, $this->server);
        $lock->acquire() || throw new RuntimeException('acquire() returned false');
        unset($lock);
    }
}
