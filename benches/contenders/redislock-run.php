<?php
// Owns how RedisLock is used by run(), with nothing to do under the lock.
// Does not measure.

declare(strict_types=1);

final class RedisLockRunContender implements RoadCycler
{
    /** @var string|list<string> */
    private readonly string|array $server;

    public static function title(): string
    {
        return 'by run()';
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
        (new RedisLock($key, TTL, $this->server))->run(fn (): bool => true) || throw new RuntimeException('run() returned nothing');
    }
}
