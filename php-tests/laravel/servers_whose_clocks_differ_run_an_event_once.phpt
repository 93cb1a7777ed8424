--TEST--
Two servers whose clocks are two seconds apart run what is for one server once, where Laravel's own mutex lets both, and run it again in the next minute, however long the last took
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

    use Illuminate\Console\Scheduling\SchedulingMutex;

    class Kernel extends \Illuminate\Foundation\Console\Kernel
    {
        public function handle($input, $output = null)
        {
            $this->bootstrap();
            [$clock, $mutex] = explode("\n", file_get_contents(base_path('server')));
            \Illuminate\Support\Carbon::setTestNow($clock);
            $this->app->bind(SchedulingMutex::class, $mutex);

            return parent::handle($input, $output);
        }

        protected function schedule(\Illuminate\Console\Scheduling\Schedule $schedule)
        {
            $schedule->call(fn () => print "the report\n")->name('report')->everyMinute()->onOneServer()->withoutOverlapping();
        }
    }
    PHP);
$runs = function (string $mutex, string ...$clocks) use ($app): int {
    $out = '';
    foreach ($clocks as $clock) {
        $app->write('server', "2026-01-01 $clock\n$mutex");
        $out .= $app->artisan('schedule:run')->wait()->out;
    }

    return substr_count($out, "the report\n");
};
foreach ([Illuminate\Console\Scheduling\CacheSchedulingMutex::class, RedisLock\Laravel\SchedulingMutex::class] as $mutex) {
    echo "$mutex: ", $runs($mutex, '11:59:59', '12:00:01'), "\n";
}
// At once: their runs before had to wait for another event for as long as the minute lasted.
echo 'the next minute: ', $runs($mutex, '12:00:59', '12:01:01'), "\n";
[$key] = $redis->call('KEYS', '*one-server*');
echo $redis->call('TTL', $key) > 3000 ? 'who comes late finds it taken' : 'free soon', "\n";
--EXPECT--
Illuminate\Console\Scheduling\CacheSchedulingMutex: 2
RedisLock\Laravel\SchedulingMutex: 1
the next minute: 1
who comes late finds it taken
