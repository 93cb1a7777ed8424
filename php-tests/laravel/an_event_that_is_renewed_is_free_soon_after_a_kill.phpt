--TEST--
The scheduler's withoutOverlapping() with the bridge's mutex keeps an event for as long as it runs, and is free seconds after a kill -9
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp($redis = RedisServer::start());
$app->write('app/Kernel.php', <<<'PHP'
    <?php
    namespace App;

    class Kernel extends \Illuminate\Foundation\Console\Kernel
    {
        protected function schedule(\Illuminate\Console\Scheduling\Schedule $schedule)
        {
            $mutex = new \RedisLock\Laravel\EventMutex(app('cache'), seconds: 1);
            $schedule->call(function () {
                echo "it begins\n";
                fgets(STDIN);
                echo "it ends\n";
            })->name('long')->everyMinute()->preventOverlapsUsing($mutex)->withoutOverlapping();
        }
    }
    PHP);
$events = function (Result $result): string {
    preg_match_all('/it (begins|ends)/', $result->out, $found);

    return implode(', ', $found[1]) ?: 'nothing';
};
$run = function () use ($app): Background {
    $run = $app->artisan('schedule:run');
    $run->say();

    return $run;
};
$lock = fn (): array => array_values(preg_grep('/schedule-[0-9a-f]{40}$/', $redis->call('KEYS', '*')));

($first = $app->artisan('schedule:run'))->waitForLine('it begins');
usleep(1_500_000);      // longer than the lock lasts without renewal
echo 'beside it: ', $events($run()->wait()), "\n";
$first->say();
echo 'the first: ', $events($first->wait()), ', ', count($lock()), " locks left\n";

($killed = $app->artisan('schedule:run'))->waitForLine('it begins');
$killed->kill();
$start = hrtime(true);
eventually(PATIENCE, fn (): bool => $lock() === []);
echo 'after a kill: ', hrtime(true) - $start < 5e9 ? 'free' : 'not free', ', ', $events($run()->wait()), "\n";

($held = $app->artisan('schedule:run'))->waitForLine('it begins');
$app->run("app(RedisLock\\Laravel\\EventMutex::class)->forget(current(app(Illuminate\\Console\\Scheduling\\Schedule::class)->events()));");
echo 'cleared by schedule:clear-cache: ', count($lock()), " locks\n";
$other = $app->artisan('schedule:run');
$other->waitForLine('it begins');
$held->say();
$held->wait();
echo 'and forgotten by the first: ', count($lock()), " locks\n";
$other->say();
echo $events($other->wait()), ', ', count($lock()), " locks\n";
--EXPECT--
beside it: nothing
the first: begins, ends, 0 locks left
after a kill: free, begins, ends
cleared by schedule:clear-cache: 0 locks
and forgotten by the first: 1 locks
begins, ends, 0 locks
