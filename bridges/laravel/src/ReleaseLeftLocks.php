<?php
// Owns what becomes of the locks that a request, task, tick or job left to a process which goes on: they are released and reported.
// Does not own the release itself, which is one call of the extension's, nor how Octane and the queue serve.
// Called by Laravel's events; RedisLockServiceProvider.php says so to the dispatcher.

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Container\Container;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Contracts\Events\Dispatcher;
use Illuminate\Queue\Events\Looping;
use Laravel\Octane\Events\RequestReceived;
use Laravel\Octane\Events\RequestTerminated;
use Laravel\Octane\Events\TaskReceived;
use Laravel\Octane\Events\TaskTerminated;
use Laravel\Octane\Events\TickReceived;
use Laravel\Octane\Events\TickTerminated;
use Laravel\Octane\Events\WorkerErrorOccurred;
use RedisLock;

/**
 * To PHP a worker is one script, at whose end alone it releases what static properties, singletons, kept exceptions and cycles hold.
 *
 * @internal
 */
final class ReleaseLeftLocks
{
    /** After an error Octane may dispatch nothing but the last. */
    private const ENDS = [RequestTerminated::class, TaskTerminated::class, TickTerminated::class, WorkerErrorOccurred::class];

    /** @var int|null how many leases this process had taken when it began to serve: what it holds of them is the worker's own */
    private ?int $own = null;

    public function listen(Dispatcher $events): void
    {
        $events->listen([RequestReceived::class, TaskReceived::class, TickReceived::class], function (): void {
            $this->begin();
        });
        $events->listen(self::ENDS, function (): void {
            $this->end();
        });
        // Between two jobs of queue:work and Horizon. JobProcessed would be too early: a job that is dispatched synchronously ends inside
        // another job, or inside a request. After JobExceptionOccurred the exception still holds the arguments in its trace.
        $events->listen(Looping::class, function (): void {
            $this->end();
            $this->begin();
        });
    }

    private function begin(): void
    {
        $this->own ??= RedisLock::stats()['acquired'];
    }

    private function end(): void
    {
        $keys = $this->own === null ? [] : RedisLock::releaseAll($this->own);
        if ($keys !== []) {
            // Of the application that is current: Octane has a clone of it for each request.
            Container::getInstance()->make(ExceptionHandler::class)->report(new LocksLeftException($keys));
        }
    }
}
