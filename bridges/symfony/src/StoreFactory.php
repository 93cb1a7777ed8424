<?php
// Owns what a DSN of this bridge means: an address of RedisLock's and the options of a store.
// Does not judge addresses (RedisLock does) and makes no other stores: those are left to Symfony's factories.

declare(strict_types=1);

namespace RedisLock\Symfony;

use Psr\Log\LoggerInterface;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\Store\StoreFactory as LockStoreFactory;
use Symfony\Component\Semaphore\PersistingStoreInterface as SemaphorePersistingStoreInterface;
use Symfony\Component\Semaphore\Store\StoreFactory as SemaphoreStoreFactory;

/**
 * Makes the stores of framework.lock and framework.semaphore.
 *
 *  - `redislock://10.0.0.5/2`: RedisLock's address `redis://10.0.0.5/2`
 *  - `redislock+rediss://...`, `redislock+redis-sentinel://...`, `redislock+unix:///...`: its address of that scheme
 *  - `redislock:`: its setting redislock.server
 *  - a store, as the service that `lock:` names is: that store
 *
 * The query may have the options of a store: `wait`, `renewFor`, and for locks `initialTtl`, `permits` and `atLeast`. Symfony's
 * `timeout` and `read_timeout` are RedisLock's `connect_timeout` and `io_timeout`. What else is in the query belongs to the address.
 */
final class StoreFactory
{
    private const OPTIONS_OF_LOCKS = ['initialTtl', 'wait', 'renewFor', 'permits', 'atLeast'];
    private const OPTIONS_OF_SEMAPHORES = ['wait', 'renewFor'];

    /** RedisLock's names for what Symfony's DSNs have, too. */
    private const TIMEOUTS = ['timeout' => 'connect_timeout', 'read_timeout' => 'io_timeout'];

    /** The most seconds that are taken over: longer ones are for commands that block, and a request of a lock is none. */
    private const LONGEST_TIMEOUT = 60;

    public static function createStore(#[\SensitiveParameter] mixed $connection, ?LoggerInterface $logger = null): PersistingStoreInterface
    {
        if ($connection instanceof PersistingStoreInterface) {
            return $connection;
        }
        if (!self::isOurs($connection)) {
            return LockStoreFactory::createStore($connection);
        }
        $store = new RedisLockStore(...self::arguments($connection, self::OPTIONS_OF_LOCKS));
        if ($logger !== null) {
            $store->setLogger($logger);
        }

        return $store;
    }

    public static function createSemaphoreStore(#[\SensitiveParameter] mixed $connection, ?LoggerInterface $logger = null): SemaphorePersistingStoreInterface
    {
        if ($connection instanceof SemaphorePersistingStoreInterface) {
            return $connection;
        }
        if (!self::isOurs($connection)) {
            return SemaphoreStoreFactory::createStore($connection);
        }
        $store = new SemaphoreStore(...self::arguments($connection, self::OPTIONS_OF_SEMAPHORES));
        if ($logger !== null) {
            $store->setLogger($logger);
        }

        return $store;
    }

    private static function isOurs(#[\SensitiveParameter] mixed $connection): bool
    {
        return is_string($connection) && preg_match('/^redislock[:+]/', $connection) === 1;
    }

    /**
     * @param list<string> $names Of the options that the store has.
     *
     * @return array<string, string|int|float|null> The arguments of the store, by their names.
     */
    private static function arguments(#[\SensitiveParameter] string $dsn, array $names): array
    {
        [$place, $query] = explode('?', $dsn, 2) + [1 => ''];
        $arguments = $address = $timeouts = [];
        foreach ($query === '' ? [] : explode('&', $query) as $pair) {
            [$name, $value] = explode('=', $pair, 2) + [1 => ''];
            if (in_array($name, $names, true)) {
                $arguments[$name] = $name === 'permits' ? self::whole($name, $value) : self::number($name, $value);
            } elseif (isset(self::TIMEOUTS[$name])) {
                // To Symfony 0 is none of its own.
                if (($seconds = self::number($name, $value)) > 0) {
                    $timeouts[$ours = self::TIMEOUTS[$name]] = "$ours=" . min($seconds, self::LONGEST_TIMEOUT);
                }
            } else {
                $address[$name] = $pair;
            }
        }
        // Where both have been given, RedisLock's own apply.
        $query = implode('&', $address + $timeouts);

        return $arguments + ['server' => self::server($place, $query)];
    }

    private static function number(string $name, string $value): int|float
    {
        // As RedisLock reads the values of an address.
        $number = rawurldecode($value);

        return match (true) {
            $number === 'INF' => \INF,
            is_numeric($number) => $number + 0,
            default => throw new \InvalidArgumentException("The option \"$name\" of a DSN of redislock must be a number, \"$value\" given."),
        };
    }

    /** What computes a DSN may write a whole number as 3.0. */
    private static function whole(string $name, string $value): int
    {
        $number = self::number($name, $value);
        // Far above any number of permits, and far below what a float has no digits for.
        if (abs($number) > \PHP_INT_MAX >> 11 || $number != (int) $number) {
            throw new \InvalidArgumentException("The option \"$name\" of a DSN of redislock must be a whole number, \"$value\" given.");
        }

        return (int) $number;
    }

    private static function server(#[\SensitiveParameter] string $place, string $query): ?string
    {
        if (preg_match('/^redislock:(\/\/)?$/', $place) === 1) {
            return $query === '' ? null : throw new \InvalidArgumentException('A DSN of redislock without a host takes the setting redislock.server as it is, and cannot add options to that address.');
        }

        return preg_replace(['/^redislock:/', '/^redislock\+/'], ['redis:', ''], $place) . ($query === '' ? '' : "?$query");
    }
}
