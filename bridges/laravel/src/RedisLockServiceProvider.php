<?php
// Owns what Laravel is told: the cache driver `redislock`, that a worker which kills itself releases its locks
// first, and that one which goes on releases what was left to it.
// Does not own locks (Lock.php) nor where they live (LockServer.php) nor what was left (ReleaseLeftLocks.php).
// Called by Laravel, which finds it through composer.json.

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Queue\Events\WorkerStopping;
use Illuminate\Support\ServiceProvider;

final class RedisLockServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->callAfterResolving('cache', function ($cache): void {
            // Laravel binds the closure to its CacheManager: what it asks for is what the driver `redis` is made of.
            $cache->extend('redislock', function ($app, array $config) {
                $connection = $config['connection'] ?? 'default';
                // Laravel 13 has a fourth argument.
                $classes = method_exists($this, 'getSerializableClasses') ? [$this->getSerializableClasses($config)] : [];
                $store = new Store($app['redis'], $this->getPrefix($config), $connection, ...$classes);
                $store->setLockConnection($config['lock_connection'] ?? $connection);
                $store->findLocksBy($app, $config['server'] ?? null);

                return $this->repository($store, $config);
            });
        });
    }

    public function boot(): void
    {
        // A worker whose job ran into its timeout kills itself with SIGKILL, after which PHP releases nothing.
        $this->callAfterResolving('events', function ($events): void {
            $events->listen(WorkerStopping::class, static fn () => Lock::releaseAll());
            (new ReleaseLeftLocks())->listen($events);
        });
    }
}
