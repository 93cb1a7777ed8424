--TEST--
A worker that kills itself at a timeout releases locks with autoRelease() under any exit code, and one that just stops leaves what a job holds
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start());
$app->run(<<<'PHP'
    use Illuminate\Queue\WorkerStopReason;

    // As Laravel 13's Worker says it, where Worker::$timedOutExitCode is set.
    enum_exists(WorkerStopReason::class) || eval('namespace Illuminate\Queue; enum WorkerStopReason { case TimedOut; case MaxMemoryExceeded; }');
    foreach ([WorkerStopReason::MaxMemoryExceeded, WorkerStopReason::TimedOut, null] as $reason) {
        $lock = Cache::lock('own', 60)->autoRelease();
        $lock->get();
        $event = new Illuminate\Queue\Events\WorkerStopping(7);
        $event->reason = $reason;
        $app['events']->dispatch($event);
        echo $reason?->name ?? 'none', ': ', Cache::lock('own')->isLocked() ? 'held' : 'released', "\n";
        unset($lock);
    }
    PHP);
--EXPECT--
MaxMemoryExceeded: held
TimedOut: released
none: held
