--TEST--
The job that the README prints bills an order once, and its line forgets that; its provider runs a scheduled event by the mutex
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/jobs.inc';
require __DIR__ . '/../docs/page.inc';

$readme = page('bridges/laravel/README.md') . page('bridges/laravel/DETAILS.md');
$printed = fn (string $what): string => current(array_filter(code_blocks($readme, 'php'), fn (CodeBlock $block) => str_contains($block->code, $what)))->code;
$app = new LaravelApp($redis = RedisServer::start());
$app->write('app/Jobs/BillOrder.php', '<?php ' . $printed('class BillOrder'));
$app->write('app/Providers/AppServiceProvider.php', '<?php ' . $printed('SchedulingMutex::class, '));
$app->run('foreach ([42, 42, 43] as $order) { App\Jobs\BillOrder::dispatch($order); }');
$work = fn () => preg_match_all('/^bills .*$/m', $app->artisan('queue:work', '--stop-when-empty', '--sleep=0')->wait()->out, $lines) . ': ' . implode(', ', $lines[0]) . "\n";
echo $work();
preg_match("/`(Cache::lock\('laravel-queue-overlap:.*?)`/", $readme, $line);
$app->run("$line[1];" . 'App\Jobs\BillOrder::dispatch(42); App\Jobs\BillOrder::dispatch(43);');
echo $work();
$app->run('(new App\Providers\AppServiceProvider($app))->register();
    echo get_class($app->make(Illuminate\Console\Scheduling\SchedulingMutex::class)), "\n";');
--EXPECT--
2: bills order 42, bills order 43
1: bills order 42
RedisLock\Laravel\SchedulingMutex
