--TEST--
What Laravel promises of jobs that do not overlap: their lock is free after them, also when they fail; a second one goes back or is left out
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/jobs.inc';

$app = new LaravelApp($redis = RedisServer::start());
$hold = fn (string $key): Background => $app->background("\$lock = Cache::lock('laravel-queue-overlap:$key', 60); \$lock->get(); echo \"held\\n\"; fgets(STDIN); \$lock->release();");
$queued = fn (): int => $redis->call('LLEN', 'laravel_database_queues:default') + $redis->call('ZCARD', 'laravel_database_queues:default:delayed');
foreach (['Illuminate\Queue\Middleware', 'RedisLock\Laravel'] as $namespace) {
    $middleware = "new \\$namespace\\WithoutOverlapping('k')";
    add_job($app, 'echo "worked\n";', $middleware);
    $key = trim($app->php("echo substr(($middleware)->getLockKey(new App\\Jobs\\Work()), strlen('laravel-queue-overlap:'));")->out);
    $tell = function (string $what) use ($app, $queued, $redis): void {
        dispatch_job($app, 'it');
        echo "  $what: ", job_lines(work($app)->wait()), ', queued: ', $queued(), ', locks: ', str_replace('::', ':', locks($app)), "\n";
        $redis->call('DEL', 'laravel_database_queues:default', 'laravel_database_queues:default:delayed');
    };

    echo "$namespace:\n";
    $tell('alone');
    add_job($app, 'throw new \DomainException();', $middleware, 'public $backoff = 60;');
    $tell('fails');
    add_job($app, 'echo "worked\n";', "($middleware)->releaseAfter(60)");
    ($holder = $hold($key))->waitForLine('held');
    $tell('overlaps');
    add_job($app, 'echo "worked\n";', "($middleware)->dontRelease()");
    $tell('overlaps and is left out');
    add_job($app, 'echo "worked\n";', "($middleware)->withPrefix('other:laravel-queue-overlap:')->releaseAfter(60)");
    $tell('has another prefix');
    $holder->say();
    $holder->wait();

    // Came with Laravel 9.
    $canShare = method_exists("$namespace\\WithoutOverlapping", 'shared');
    add_job($app, 'echo "worked\n";', "($middleware)" . ($canShare ? '->shared()' : '') . '->releaseAfter(60)');
    ($holder = $hold($canShare ? 'k' : $key))->waitForLine('held');
    $tell('shares the key of another job');
    $holder->say();
    $holder->wait();
}
--EXPECT--
Illuminate\Queue\Middleware:
  alone: works on it, worked, queued: 0, locks: none
  fails: works on it, queued: 1, locks: none
  overlaps: nothing, queued: 1, locks: laravel-queue-overlap:k
  overlaps and is left out: nothing, queued: 0, locks: laravel-queue-overlap:k
  has another prefix: works on it, worked, queued: 0, locks: laravel-queue-overlap:k
  shares the key of another job: nothing, queued: 1, locks: laravel-queue-overlap:k
RedisLock\Laravel:
  alone: works on it, worked, queued: 0, locks: none
  fails: works on it, queued: 1, locks: none
  overlaps: nothing, queued: 1, locks: laravel-queue-overlap:k
  overlaps and is left out: nothing, queued: 0, locks: laravel-queue-overlap:k
  has another prefix: works on it, worked, queued: 0, locks: laravel-queue-overlap:k
  shares the key of another job: nothing, queued: 1, locks: laravel-queue-overlap:k
