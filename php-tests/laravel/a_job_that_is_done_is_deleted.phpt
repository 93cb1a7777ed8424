--TEST--
With doneFor() a job is run once: one with the same key is deleted when it is done, and runs again when it threw, failed or released itself
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/jobs.inc';

$app = new LaravelApp($redis = RedisServer::start());
$tell = function (string $what) use ($app, $redis): void {
    $lines = job_lines($app->artisan('queue:work', '--stop-when-empty', '--sleep=0', '--tries=2')->wait());
    echo "$what: $lines; left in the queue: ", count($redis->call('KEYS', '*queues*')), '; locks: ', locks($app), "\n";
    $redis->call('FLUSHALL');
};
$middleware = "(new \\RedisLock\\Laravel\\WithoutOverlapping('k'))->doneFor(60)->expireAfter(30)";
add_job($app, '', $middleware);
dispatch_job($app, 'first', 'second');
$tell('done');

$ends = [
    'throws' => 'throw new \RuntimeException("not done");',
    'releases itself' => '$this->release();',
    'fails' => '$this->fail(new \RuntimeException("not done"));',
    'loses its lock' => 'Cache::lock("laravel-queue-overlap:App\\\\Jobs\\\\Work:k")->forceRelease();',
];
foreach ($ends as $what => $end) {
    add_job($app, "if (\$this->name === 'first' && \$this->attempts() === 1) { $end }", $middleware);
    dispatch_job($app, 'first', 'second');
    $tell($what);
}

add_job($app, 'if ($this->name === "killed") { posix_kill(getmypid(), SIGKILL); }', str_replace('30', '1', $middleware));
dispatch_job($app, 'killed', 'second');
work($app)->wait();
eventually(PATIENCE, fn () => locks($app) === 'none');
$redis->call('DEL', 'laravel_database_queues:default:reserved');
$tell('was killed');
--EXPECT--
done: works on first; left in the queue: 0; locks: laravel-queue-overlap::k
throws: works on first, works on second; left in the queue: 0; locks: laravel-queue-overlap::k
releases itself: works on first, works on second; left in the queue: 0; locks: laravel-queue-overlap::k
fails: works on first, works on second; left in the queue: 0; locks: laravel-queue-overlap::k
loses its lock: works on first, works on second; left in the queue: 0; locks: laravel-queue-overlap::k
was killed: works on second; left in the queue: 0; locks: laravel-queue-overlap::k
