<?php
// Owns what Laravel is told: the cache driver `redislock`, the array store's locks, and that workers release what was left to them.
// Does not own locks (Lock.php, ArrayLock.php) nor where they live (LockServer.php) nor what was left (ReleaseLeftLocks.php).

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Support\Arr;
use Illuminate\Support\ServiceProvider;

final class RedisLockServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->callAfterResolving('cache', function ($cache): void {
            // Laravel binds these closures to its CacheManager: what they call is what its own drivers are made of.
            $repository = function ($store, array $config): Repository {
                $repository = new Repository($store, Arr::only($config, ['store']));
                if ($config['events'] ?? true) {
                    $this->setEventDispatcher($repository);
                }

                return $repository;
            };
            // Laravel 13 has one argument more.
            $classes = function (array $config): array {
                return method_exists($this, 'getSerializableClasses') ? [$this->getSerializableClasses($config)] : [];
            };
            $cache->extend('redislock', function ($app, array $config) use ($repository, $classes) {
                $connection = $config['connection'] ?? 'default';
                $store = new Store($app['redis'], $this->getPrefix($config), $connection, ...$classes->call($this, $config));
                $store->setLockConnection($config['lock_connection'] ?? $connection);
                $store->findLocksBy($app, $config['server'] ?? null);

                return $repository->call($this, $store, $config);
            });
            // What code calls on our locks it also calls in its tests, where the store is this one.
            $cache->extend('array', function ($app, array $config) use ($repository, $classes) {
                $store = new ArrayStore($config['serialize'] ?? false, ...$classes->call($this, $config));

                return $repository->call($this, $store, $config);
            });
        });
    }

    public function boot(): void
    {
        if (!extension_loaded('redislock')) {
            return;
        }
        $this->callAfterResolving('events', function ($events): void {
            (new ReleaseLeftLocks())->listen($events);
        });
    }
}
