<?php
// Owns where Laravel's locks live: the address, the prefix and the packing of one connection of config/database.php.
// Does not know the cache's prefix (Store.php), nor what a lock is asked (Lock.php).
// Called by Store.php and Lock.php.

declare(strict_types=1);

namespace RedisLock\Laravel;

use Closure;
use Illuminate\Contracts\Container\Container;
use Illuminate\Contracts\Redis\Factory;
use Illuminate\Redis\Connections\PhpRedisConnection;
use Illuminate\Redis\Connections\PredisConnection;
use Illuminate\Redis\RedisManager;
use InvalidArgumentException;
use LogicException;
use Redis;
use RedisException;
use RedisLock;
use RedisLockConnectionException;
use RedisLockException;
use SensitiveParameter;

/** @internal */
final class LockServer
{
    private string|array $address;
    private string $prefix;
    private bool $packs = false;

    /** @var list<RedisLock> What acquires without a reply may have taken by owners that nobody has read. */
    private array $owed = [];

    /**
     * Reads the connection's settings as Laravel itself would, and connects nowhere.
     *
     * @param string $name of the connection, in config/database.php
     * @param string|list<string>|null $address RedisLock's own, where Laravel's settings name a Redis that cannot be told in one
     *
     * @throws InvalidArgumentException The settings have something that locks cannot be had with.
     */
    public function __construct(
        Container $app,
        private Factory $redis,
        public readonly string $name,
        #[SensitiveParameter] string|array|null $address,
    ) {
        $settings = $app->make('config')->get('database.redis', []);
        $client = $settings['client'] ?? 'phpredis';
        unset($settings['client']);
        $manager = new RedisManager($app, $client, $settings);
        $read = match ($client) {
            'phpredis' => $this->readPhpRedis(...),
            'predis' => $this->readPredis(...),
            default => fn (): string|array => $this->readSettings($settings, $client, $address),
        };
        $this->address = $read($manager, $address);
    }

    /**
     * Makes a lock that no process holds yet. Its keys are those that Laravel's own locks have.
     *
     * @param list<string> $names
     * @param array $options further arguments of RedisLock's constructor, by name
     */
    public function lock(array $names, int|float|null $ttl, ?string $token = null, array $options = []): RedisLock
    {
        $prefix = $this->prefix();
        $keys = array_map(fn (string $name): string => $prefix . $name, $names);
        // Laravel's lock does not know redislock.prefix, and the two must meet.
        $prefix = (string) ini_get('redislock.prefix');
        $isInTheWay = $prefix !== '' && function_exists('ini_set') && ini_set('redislock.prefix', '') !== false;
        try {
            $lock = new RedisLock($keys, $ttl, $this->address, $token, ...$options);
        } finally {
            if ($isInTheWay) {
                ini_set('redislock.prefix', $prefix);
            }
        }
        if ($lock->keys() !== $keys) {
            throw new LogicException('redislock.prefix cannot be left out here, and with it our locks have other keys than Laravel\'s own');
        }

        return $lock;
    }

    /** Keeps a lock that an acquire without a reply may have taken, to be released before the next acquire. */
    public function releaseLater(RedisLock $lock): void
    {
        $this->owed[] = $lock;
    }

    /** Each once: what fails again is left to its ttl, so that a silent Redis does not delay every acquire. */
    public function releaseOwed(): void
    {
        while ($lock = array_pop($this->owed)) {
            try {
                $lock->release();
            } catch (RedisLockException) {
            }
        }
    }

    /** Whether phpredis has a serializer or a compression, by which owners look different in Redis. */
    public function packs(): bool
    {
        return $this->packs;
    }

    public function pack(string $owner): string
    {
        return $this->packs ? $this->withPhpRedis(fn (PhpRedisConnection $redis): string => $redis->pack([$owner])[0]) : $owner;
    }

    /** The owner of what is in Redis; what no owner was packed to is told as it is. */
    public function unpack(string $value): string
    {
        if (!$this->packs) {
            return $value;
        }
        $owner = $this->withPhpRedis(fn (PhpRedisConnection $redis): mixed => $redis->client()->_unpack($value));

        return is_string($owner) ? $owner : $value;
    }

    /** The prefix in force: a connection that is made already may have been given another, as packages for tenants do. */
    private function prefix(): string
    {
        $connection = method_exists($this->redis, 'connections') ? $this->redis->connections()[$this->name] ?? null : null;
        if ($connection instanceof PhpRedisConnection) {
            return (string) $connection->client()->getOption(Redis::OPT_PREFIX);
        }

        return $connection instanceof PredisConnection ? self::prefixOf($connection) : $this->prefix;
    }

    private static function prefixOf(PredisConnection $connection): string
    {
        return (string) $connection->client()->getOptions()->prefix?->getPrefix();
    }

    /**
     * Values are packed by phpredis alone, and it wants to be connected for that.
     *
     * @template T
     * @param Closure(PhpRedisConnection): T $work
     * @return T
     *
     * @throws RedisLockConnectionException phpredis could not connect, in the time that its settings give it.
     */
    private function withPhpRedis(Closure $work): mixed
    {
        try {
            return $work($this->redis->connection($this->name));
        } catch (RedisException $failure) {
            throw new RedisLockConnectionException(
                "could not pack the owner of a lock as the Redis connection \"$this->name\" packs values: {$failure->getMessage()}",
                0,
                $failure,
            );
        }
    }

    private function readPhpRedis(RedisManager $manager, #[SensitiveParameter] string|array|null $address): string|array
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
    private function readPredis(RedisManager $manager, #[SensitiveParameter] string|array|null $address): string|array
    {
        $connector = new PredisSettings();
        $manager->extend('predis', fn () => $connector);
        $connection = $manager->resolve($this->name);
        $this->prefix = self::prefixOf($connection);

        return $address ?? Address::ofPredis($connection->client()->getConnection(), $connector->nodes, $connector->own, $this->refuse(...));
    }

    /** A client that the application has made: what it connects to is not known. */
    private function readSettings(
        #[SensitiveParameter] array $settings,
        string $client,
        #[SensitiveParameter] string|array|null $address,
    ): string|array {
        if ($address === null) {
            throw $this->refuse("the client \"$client\" is not known; there are phpredis and predis");
        }
        $options = ($settings[$this->name] ?? []) + ($settings[$this->name]['options'] ?? []) + ($settings['options'] ?? []);
        $this->prefix = (string) ($options['prefix'] ?? '');
        $this->packs = !empty($options['serializer']) || !empty($options['compression']);

        return $address;
    }

    private function refuse(string $why): InvalidArgumentException
    {
        return new InvalidArgumentException(
            "cannot have locks at the Redis connection \"$this->name\": $why. Beside driver => redislock, in config/cache.php, "
            . "'server' => 'redis://...' may name the Redis in words of RedisLock's own",
        );
    }
}
