--TEST--
A job that has done its work is not done again when Redis stalls at the release of its lock, and the next job gets that lock
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/jobs.inc';

$app = new LaravelApp($redis = RedisServer::start());
$does = "usleep(1_000_000); file_put_contents('$app->folder/near', ''); usleep(500_000); echo \"worked\\n\";";
foreach (['Illuminate\Queue\Middleware' => '', 'RedisLock\Laravel' => '', 'RedisLock\Laravel ' => '->autoRelease()'] as $namespace => $chosen) {
    add_job($app, $does, '(new \\' . trim($namespace) . "\\WithoutOverlapping('k'))->expireAfter(600)$chosen");
    dispatch_job($app, 'one', 'two');
    $worker = $app->artisan('queue:work', '--stop-when-empty', '--sleep=0');
    eventually(PATIENCE, fn () => is_file("$app->folder/near"));
    // Half a second before its work ends, for as long as the fork for an RDB file stalls a large instance: longer than two of redislock.io_timeout.
    $redis->suspend();
    usleep(3_500_000);
    $redis->resume();
    echo trim($namespace), "$chosen: ", job_lines($worker->wait()), '; locks: ', locks($app);
    echo '; left in the queue: ', count($redis->call('KEYS', '*queues*')), "\n";
    unlink("$app->folder/near");
}
--EXPECT--
Illuminate\Queue\Middleware: works on one, worked, works on two, worked; locks: none; left in the queue: 0
RedisLock\Laravel: works on one, worked, works on two, worked; locks: none; left in the queue: 0
RedisLock\Laravel->autoRelease(): works on one, worked, works on two, worked; locks: none; left in the queue: 0
