--TEST--
A job whose marker gets no reply counts as done: the next request sends the marker, and the next job is deleted
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/jobs.inc';

$app = new LaravelApp($redis = RedisServer::start());
$does = "usleep(1_000_000); file_put_contents('$app->folder/near', ''); usleep(500_000); echo \"worked\\n\";";
add_job($app, $does, "(new \\RedisLock\\Laravel\\WithoutOverlapping('k'))->doneFor(60)->expireAfter(600)");
dispatch_job($app, 'one', 'two');
$worker = $app->artisan('queue:work', '--stop-when-empty', '--sleep=0');
eventually(PATIENCE, fn () => is_file("$app->folder/near"));
$redis->suspend();
usleep(3_500_000);
$redis->resume();
echo job_lines($worker->wait()), '; left in the queue: ', count($redis->call('KEYS', '*queues*')), "\n";
--EXPECT--
works on one, worked; left in the queue: 0
