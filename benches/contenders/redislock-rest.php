<?php
// Owns how RedisLock is used where a release leaves the key at rest: each cycle has a key of its own.
// Does not measure.

declare(strict_types=1);

final class RedisLockRestContender implements Cycling
{
    /** @var string|list<string> */
    private readonly string|array $server;
    private int $cycles = 0;

    public static function title(): string
    {
        return 'with a rest';
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
        $lock = new RedisLock(sprintf('%s:%07d:%09d', $key, getmypid(), ++$this->cycles), TTL, $this->server, atLeast: 1);
        $lock->acquire() || throw new RuntimeException('acquire() returned false');
        $lock->release() || throw new RuntimeException('release() returned false');
    }
}
