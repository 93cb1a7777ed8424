--TEST--
autoRenew() keeps a lock and a job's lock for longer than its seconds while the work runs, and a kill -9 leaves it free that soon
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/jobs.inc';

$app = new LaravelApp($redis = RedisServer::start());
$lock = $app->background("Cache::lock('foo', 1)->autoRenew(renewFor: 60)->get(function () { echo \"held\\n\"; fgets(STDIN); });");
$lock->waitForLine('held');
add_job($app, "while (!is_file('$app->folder/go')) { usleep(1000); clearstatcache(); }", "(new \\RedisLock\\Laravel\\WithoutOverlapping('k'))->autoRenew(renewFor: 60)->expireAfter(1)");
dispatch_job($app, 'one');
$worker = $app->artisan('queue:work');
eventually(PATIENCE, fn (): bool => str_contains(locks($app), 'overlap'));
usleep(1_500_000);
echo 'while they run: ', locks($app), "\n";
$lock->kill();
$worker->kill();
$start = hrtime(true);
eventually(PATIENCE, fn (): bool => locks($app) === 'none');
echo 'after a kill: ', hrtime(true) - $start < 5e9 ? 'free' : 'not free', "\n";

$app->run(<<<'PHP'
    foreach ([fn () => Cache::lock('foo', 1)->autoRenew(renewFor: 1.5), fn () => Cache::lock('foo')->autoRenew()] as $make) {
        $lock = $make();
        $lock->get();
        usleep(2_700_000);
        echo $lock->isLocked() ? 'kept, ' : 'ended, ', $lock->release() ? 'released' : 'not held', "\n";
    }
    try {
        ($lock = Cache::lock('foo', 1))->get();
        $lock->autoRenew();
    } catch (LogicException $late) {
        echo str_replace(':foo', 'foo', $late->getMessage()), "\n";
    }
    PHP);
--EXPECT--
while they run: foo, laravel-queue-overlap::k
after a kill: free
ended, not held
kept, released
autoRenew() comes before all else that is called on lock "laravel_database_laravel_cachefoo"
