--TEST--
A command of the scheduler outlives a scheduler that is killed, and with the bridge's mutex, too, no other one is started beside it
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp($redis = RedisServer::start());
$log = "$app->folder/begun";
$app->write('app/Kernel.php', <<<PHP
    <?php
    namespace App;

    class Kernel extends \Illuminate\Foundation\Console\Kernel
    {
        protected function schedule(\Illuminate\Console\Scheduling\Schedule \$schedule)
        {
            \$mutex = new \RedisLock\Laravel\EventMutex(app('cache'), seconds: 1);
            \$schedule->exec('echo begins >> $log; sleep 6')->everyMinute()->preventOverlapsUsing(\$mutex)->withoutOverlapping();
        }
    }
    PHP);
$killed = $app->artisan('schedule:run');
eventually(PATIENCE, fn (): bool => file_exists($log));
$killed->kill();
usleep(2_000_000);      // longer than the lock lasts without renewal
$app->artisan('schedule:run')->wait();
echo file_get_contents($log);
--EXPECT--
begins
