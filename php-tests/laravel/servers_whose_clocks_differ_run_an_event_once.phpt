--TEST--
Two servers whose clocks are two seconds apart run what is for one server once, where Laravel's own mutex lets both, and run it again half a minute later
--EXTENSIONS--
redislock
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
?>
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
[$key] = $redis->call('KEYS', '*one-server');
$left = $redis->call('TTL', $key);
echo $left > 0 && $left <= 30 ? 'taken for half a minute' : "taken for $left s", "\n";
$redis->call('PEXPIRE', $key, '1');
eventually(PATIENCE, fn () => $redis->call('EXISTS', $key) === 0);
echo 'then: ', $runs($mutex, '12:00:59', '12:01:01'), "\n";
?>
--EXPECT--
Illuminate\Console\Scheduling\CacheSchedulingMutex: 2
RedisLock\Laravel\SchedulingMutex: 1
taken for half a minute
then: 1
