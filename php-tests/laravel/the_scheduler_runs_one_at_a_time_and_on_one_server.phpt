--TEST--
Of schedulers that run at the same minute one runs what is for one server, and none what still runs
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
        public function handle($input, $output = null)
        {
            // The same minute for all, whatever the clock says.
            \Illuminate\Support\Carbon::setTestNow('2026-01-01 12:00:00');

            return parent::handle($input, $output);
        }

        protected function schedule(\Illuminate\Console\Scheduling\Schedule $schedule)
        {
            $schedule->call(fn () => print "on one server\n")->name('one')->everyMinute()->onOneServer();
            $schedule->call(function () {
                echo "long begins\n";
                fgets(STDIN);
                echo "long ends\n";
            })->name('long')->everyMinute()->withoutOverlapping();
        }
    }
    PHP);
$lines = function (Result $result): string {
    preg_match_all('/on one server|long (?:begins|ends)/', $result->out, $found);

    return implode(', ', $found[0]) ?: 'nothing';
};
$first = $app->artisan('schedule:run');
$first->waitForLine('long begins');
$second = $app->artisan('schedule:run');
$second->say();
echo $lines($second->wait()), "\n";
$first->say();
echo $lines($first->wait()), "\n";
$third = $app->artisan('schedule:run');
$third->say();
echo $lines($third->wait()), "\n";
// In Laravel 13 the right to this minute is a lock, too, and lasts for an hour.
echo json_encode(array_values(preg_grep('/schedule-[0-9a-f]{40}$/', $redis->call('KEYS', '*')))), " are still locked\n";
--EXPECT--
nothing
on one server, long begins, long ends
long begins, long ends
[] are still locked
