<?php
// Owns what Laravel is told: the cache driver `redislock`, the array store's locks, that workers release what was left to them, and when
// events of locks are taken and who gets them.
// Does not own locks (Lock.php, ArrayLock.php) nor where they live (LockServer.php) nor what was left (ReleaseLeftLocks.php), nor what
// becomes of events (LockEvents.php).

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Cache\Repository as CacheRepository;
use Illuminate\Console\Events\CommandStarting;
use Illuminate\Contracts\Events\Dispatcher;
use Illuminate\Foundation\Http\Events\RequestHandled;
use Illuminate\Queue\Events\JobProcessing;
use Illuminate\Support\Arr;
use Illuminate\Support\ServiceProvider;
use RedisLock\Laravel\Events\LockEventsTaken;
use RedisLock\OpenTelemetry\LockTelemetry;

final class RedisLockServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->app->singleton(LockEvents::class, fn ($app): LockEvents => new LockEvents($app['events']));
        $this->callAfterResolving('cache', function ($cache): void {
            // Laravel binds these closures to its CacheManager: what they call is what its own drivers are made of.
            $repository = function ($store, array $config): Repository {
                $class = method_exists(CacheRepository::class, 'flexible') ? FlexibleRepository::class : Repository::class;
                $repository = new $class($store, Arr::only($config, ['store']));
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
        $this->callAfterResolving('events', function (Dispatcher $events): void {
            (new ReleaseLeftLocks($this->app->make(LockEvents::class)))->listen($events);
            if (class_exists(LockTelemetry::class)) {
                self::trace($this->app->make(LockTelemetry::class), $events);
            }
        });
        // Of a request and of a command; workers take theirs where they release what was left.
        $this->app->terminating(fn () => $this->app->make(LockEvents::class)->take());
    }

    private static function trace(LockTelemetry $telemetry, Dispatcher $events): void
    {
        // While the span of the request, command or job is the current one; RequestHandled is its last event before the response.
        $events->listen([RequestHandled::class, CommandStarting::class, JobProcessing::class], fn () => $telemetry->begin());
        $events->listen(LockEventsTaken::class, fn (LockEventsTaken $taken) => $telemetry->record($taken->events));
    }
}
