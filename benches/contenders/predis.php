<?php
// Owns what a careful user of predis writes: SET NX PX, and compare and delete by EVALSHA.
// Does not measure.
// All of this folder take part in every benchmark.

declare(strict_types=1);

final class PredisContender implements Cycler
{
    private const RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

    private readonly Predis\Client $redis;
    private readonly string $release;

    public static function title(): string
    {
        return 'predis';
    }

    public static function absence(): ?string
    {
        if (isMissing('Predis/Autoloader.php')) {
            return 'php-predis';
        }
        require_once 'Predis/Autoloader.php';
        Predis\Autoloader::register();

        return null;
    }

    public function __construct(Address $address, bool $isPersistent = false)
    {
        $this->redis = new Predis\Client(...$address->ofPredis($isPersistent));
        $this->release = sha1(self::RELEASE);
    }

    public function cycle(string $key): void
    {
        $token = bin2hex(random_bytes(16));
        $this->redis->set($key, $token, 'PX', 1000 * TTL, 'NX') ?? throw new RuntimeException('set() returned null');
        try {
            $released = $this->redis->evalsha($this->release, 1, $key, $token);
        } catch (Predis\Response\ServerException) {
            // Only the first time on a server.
            $released = $this->redis->eval(self::RELEASE, 1, $key, $token);
        }
        $released === 1 || throw new RuntimeException('the script did not return 1');
    }
}
