<?php
// Owns where Laravel's locks live: the address, the prefix and the packing of one connection of config/database.php.
// Does not know the cache's prefix (Store.php), nor what a lock is asked (Lock.php).
// Called by Store.php and Lock.php.

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Contracts\Container\Container;
use Illuminate\Contracts\Redis\Factory;
use Illuminate\Redis\Connections\PhpRedisConnection;
use Illuminate\Redis\RedisManager;
use InvalidArgumentException;
use LogicException;
use RedisLock;

/** @internal */
final class LockServer
{
    private string|array $address;
    private string $prefix;
    private bool $packs = false;

    /**
     * Reads the connection's settings as Laravel itself would, and connects nowhere.
     *
     * @param string $name of the connection, in config/database.php
     * @param string|list<string>|null $address RedisLock's own, where Laravel's settings name a Redis that cannot be told in one
     *
     * @throws InvalidArgumentException The settings have something that locks cannot be had with.
     */
    public function __construct(Container $app, private Factory $redis, public readonly string $name, string|array|null $address)
    {
        $settings = $app->make('config')->get('database.redis', []);
        $client = $settings['client'] ?? 'phpredis';
        unset($settings['client']);
        $manager = new RedisManager($app, $client, $settings);
        $read = match ($client) {
            'phpredis' => $this->readPhpRedis(...),
            'predis' => $this->readPredis(...),
            default => throw $this->refuse("the client \"$client\" is not known; there are phpredis and predis"),
        };
        $this->address = $read($manager, $address);
    }

    /** Makes a lock that is nobody's yet. Its key is the one that Laravel's own lock has. */
    public function lock(string $name, int|float $ttl, ?string $token = null, bool $autoRelease = false): RedisLock
    {
        $key = $this->prefix . $name;
        // Laravel's lock does not know redislock.prefix, and the two must meet.
        $prefix = (string) ini_get('redislock.prefix');
        $isInTheWay = $prefix !== '' && function_exists('ini_set') && ini_set('redislock.prefix', '') !== false;
        try {
            $lock = new RedisLock($key, $ttl, $this->address, $token, $autoRelease);
        } finally {
            if ($isInTheWay) {
                ini_set('redislock.prefix', $prefix);
            }
        }
        if ($lock->key() !== $key) {
            throw new LogicException('redislock.prefix cannot be left out here, and with it our locks have other keys than Laravel\'s own');
        }

        return $lock;
    }

    /** Whether phpredis has a serializer or a compression, by which owners look different in Redis. */
    public function packs(): bool
    {
        return $this->packs;
    }

    public function pack(string $owner): string
    {
        return $this->packs ? $this->connection()->pack([$owner])[0] : $owner;
    }

    /** The owner of what is in Redis; what no owner was packed to is told as it is. */
    public function unpack(string $value): string
    {
        if (!$this->packs) {
            return $value;
        }
        $owner = $this->connection()->client()->_unpack($value);

        return is_string($owner) ? $owner : $value;
    }

    private function connection(): PhpRedisConnection
    {
        return $this->redis->connection($this->name);
    }

    private function readPhpRedis(RedisManager $manager, string|array|null $address): string|array
    {
        $connector = new PhpRedisSettings();
        // Not static: Laravel before 13 binds it.
        $manager->extend('phpredis', fn () => $connector);
        $manager->resolve($this->name);
        $settings = $connector->settings;
        $this->prefix = (string) ($settings['prefix'] ?? '');
        $this->packs = !empty($settings['serializer']) || !empty($settings['compression']);

        return $address ?? Address::ofPhpRedis($settings, $connector->nodes, $this->refuse(...));
    }

    /** Predis connects with its first command, so that it can be asked itself. */
    private function readPredis(RedisManager $manager, string|array|null $address): string|array
    {
        $connector = new PredisSettings();
        $manager->extend('predis', fn () => $connector);
        $client = $manager->resolve($this->name)->client();
        $prefix = $client->getOptions()->prefix;
        $this->prefix = $prefix === null ? '' : $prefix->getPrefix();

        return $address ?? Address::ofPredis($client->getConnection(), $connector->nodes, $this->refuse(...));
    }

    private function refuse(string $why): InvalidArgumentException
    {
        return new InvalidArgumentException(
            "cannot have locks at the Redis connection \"$this->name\": $why. Beside driver => redislock, in config/cache.php, "
            . "'server' => 'redis://...' may name the Redis in words of RedisLock's own",
        );
    }
}
