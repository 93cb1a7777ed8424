<?php
// Owns what becomes of the locks that a request, task, tick or job left to a process which goes on: they are released and reported; and of all
// locks of a worker that kills itself.
// Does not own the release itself, which is one call of the extension's, nor how Octane and the queue serve.
// Called by Laravel's events; RedisLockServiceProvider.php says so to the dispatcher.

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Container\Container;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Contracts\Events\Dispatcher;
use Illuminate\Queue\Events\JobExceptionOccurred;
use Illuminate\Queue\Events\JobProcessed;
use Illuminate\Queue\Events\JobProcessing;
use Illuminate\Queue\Events\Looping;
use Illuminate\Queue\Events\WorkerStopping;
use Illuminate\Queue\Worker;
use Laravel\Octane\Events\RequestReceived;
use Laravel\Octane\Events\RequestTerminated;
use Laravel\Octane\Events\TaskReceived;
use Laravel\Octane\Events\TaskTerminated;
use Laravel\Octane\Events\TickReceived;
use Laravel\Octane\Events\TickTerminated;
use Laravel\Octane\Events\WorkerErrorOccurred;
use RedisLock;
use WeakMap;

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
    /**
     * @var WeakMap<object, true> what runs at this moment: jobs, and the sandboxes of Octane's requests, tasks and ticks, of which coroutines
     *     serve several; by their objects, because after an error within an error no event ends one
     */
    private WeakMap $running;

    public function __construct(private LockEvents $lockEvents)
    {
        $this->running = new WeakMap();
    }

    public function listen(Dispatcher $events): void
    {
        $events->listen([RequestReceived::class, TaskReceived::class, TickReceived::class], function (object $event): void {
            $this->running[$event->sandbox] = true;
            $this->begin();
        });
        $events->listen(self::ENDS, function (object $event): void {
            unset($this->running[$event->sandbox]);
            $this->end();
        });
        $events->listen(JobProcessing::class, function (JobProcessing $event): void {
            $this->running[$event->job] = true;
        });
        $events->listen([JobProcessed::class, JobExceptionOccurred::class], function (object $event): void {
            unset($this->running[$event->job]);
        });
        // Between two jobs of queue:work and Horizon. JobProcessed would be too early: a job that is dispatched synchronously ends inside
        // another job, or inside a request. After JobExceptionOccurred the exception still holds the arguments in its trace.
        $events->listen(Looping::class, function (): void {
            if (!$this->isInside()) {
                $this->end();
                $this->begin();
            }
        });
        $events->listen(WorkerStopping::class, function (WorkerStopping $event): void {
            // Since Laravel 13 the status may be one of the application's own, and there is a reason.
            if ($event->status === Worker::EXIT_ERROR || ($event->reason ?? null)?->name === 'TimedOut') {
                // Its job ran into its timeout, and it kills itself with SIGKILL, after which PHP releases nothing.
                RedisLock::releaseAll();
                $this->lockEvents->take();
            } elseif (!$this->isInside()) {
                // The program that called it goes on, and what it takes from here on is its own.
                $this->end();
                $this->own = null;
            }
        });
    }

    /** Tells whether a worker runs inside a job or a request, as Artisan::call('queue:work') does there: their locks are in use. */
    private function isInside(): bool
    {
        return count($this->running) > 0;
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
        $this->lockEvents->take();
    }
}
