--TEST--
Of two jobs that must not overlap the second goes back to the queue while the first works, and works then
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/jobs.inc';

$app = new LaravelApp(RedisServer::start());
foreach (['Illuminate\Queue\Middleware', 'RedisLock\Laravel'] as $namespace) {
    add_job($app, "while (!is_file('$app->folder/go')) { usleep(1000); }", "(new \\$namespace\\WithoutOverlapping('k'))->releaseAfter(1)" . ($namespace[0] === 'R' ? '->autoRelease()' : ''));
    dispatch_job($app, 'first', 'second');
    $first = work($app);
    $first->waitForLine('works on first');
    echo job_lines(work($app)->wait()), ' beside it, locks: ', locks($app), "\n";
    $app->write('go', '');
    echo job_lines($first->wait()), ', locks: ', locks($app), "\n";
    eventually(PATIENCE, fn () => ($later = job_lines(work($app)->wait())) !== 'nothing' && print "$later, locks: " . locks($app) . "\n");
    unlink("$app->folder/go");
}
--EXPECT--
nothing beside it, locks: laravel-queue-overlap::k
works on first, locks: none
works on second, locks: none
nothing beside it, locks: laravel-queue-overlap::k
works on first, locks: none
works on second, locks: none
