<?php
// A queue job of Laravel's that never runs beside itself, and whose lock is free at once when it dies. No script to run: it belongs to
// app/Jobs/ImportStock.php of an application, with the package redislock/laravel and its driver as the default of config/cache.php.
//
// Replaces Laravel's own WithoutOverlapping, which after a fatal error or a timeout keeps the others out until the lock
// expires: for ever, unless expireAfter() is called.

declare(strict_types=1);

namespace App\Jobs;

use Illuminate\Bus\Queueable;
use Illuminate\Contracts\Cache\LockTimeoutException;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Bus\Dispatchable;
use Illuminate\Queue\InteractsWithQueue;
use Illuminate\Support\Facades\Cache;
use RedisLock\Laravel\WithoutOverlapping;

final class ImportStock implements ShouldQueue
{
    use Dispatchable, InteractsWithQueue, Queueable;

    public $timeout = 300;
    public $tries = 20;

    public function __construct(public int $shop)
    {
    }

    public function middleware(): array
    {
        // The end of the job, however it ends, frees its shop at once; a crash of the machine frees it after the 600 seconds.
        return [(new WithoutOverlapping("shop:$this->shop"))->autoRelease()->expireAfter(600)->releaseAfter(30)];
    }

    public function handle(): void
    {
        $stock = $this->fetch();
        try {
            // One job of all shops writes at a time. Woken as soon as the one before has released.
            Cache::lock('stock', 10)->block(5, fn () => $this->write($stock));
        } catch (LockTimeoutException) {
            $this->release(30);     // the job's own release(): back to the queue
        }
    }

    private function fetch(): int
    {
        usleep(500_000);

        return 12;
    }

    private function write(int $articles): void
    {
        echo "shop $this->shop has $articles articles\n";
    }
}
