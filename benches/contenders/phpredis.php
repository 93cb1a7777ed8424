<?php
// Owns what a careful user of phpredis writes: SET NX PX, and compare and delete by EVALSHA.
// Does not measure.
// All of this folder take part in every benchmark.

declare(strict_types=1);

final class PhpredisContender implements Cycler
{
    private const RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

    private readonly Redis|RedisCluster $redis;
    private readonly string $release;

    public static function title(): string
    {
        return 'phpredis';
    }

    public static function absence(): ?string
    {
        return extension_loaded('redis') ? null : 'php-redis';
    }

    public function __construct(Address $address, bool $isPersistent = false)
    {
        $this->redis = $address->connectPhpredis($isPersistent);
        $this->release = sha1(self::RELEASE);
    }

    public function cycle(string $key): void
    {
        $token = bin2hex(random_bytes(16));
        $this->redis->set($key, $token, ['nx', 'px' => 1000 * TTL]) || throw new RuntimeException('set() returned false');
        $released = $this->redis->evalSha($this->release, [$key, $token], 1);
        if ($released === false) {
            // Only the first time on a server.
            $this->redis->clearLastError();
            $released = $this->redis->eval(self::RELEASE, [$key, $token], 1);
        }
        $released === 1 || throw new RuntimeException('the script did not return 1');
    }
}
