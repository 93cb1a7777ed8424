--TEST--
With redislock/opentelemetry a wait is a span in the trace of its request or job, and a hold a value of a histogram
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/jobs.inc';

$app = new LaravelApp(RedisServer::start(), ini: ['redislock.events' => '100']);
file_put_contents("$app->folder/vendor/autoload.php", "require '" . __DIR__ . "/../opentelemetry/opentelemetry.inc';", FILE_APPEND);
add_job($app, <<<'PHP'
    Cache::lock($this->name, 1)->get();
    Cache::lock($this->name, 60)->block(20, fn (): bool => true);
    PHP);
$app->run(<<<'PHP'
    use OpenTelemetry\Context\Context;

    // As instrumentation does: a span for each request and each job, which has ended when their events are taken.
    $app['router']->get('/', function (): string {
        Cache::lock('request', 1)->get();
        Cache::lock('request', 60)->block(20, fn (): bool => true);

        return '';
    });
    $kernel = $app->make(Illuminate\Contracts\Http\Kernel::class);
    $scope = (new Context('the request'))->activate();
    $response = $kernel->handle($request = Illuminate\Http\Request::create('/'));
    $scope->detach();
    $kernel->terminate($request, $response);

    $app['events']->listen(Illuminate\Queue\Events\Looping::class, function () use (&$scope): void {
        $scope = (new Context('the job'))->activate();
    });
    $app['events']->listen(Illuminate\Queue\Events\JobProcessed::class, fn () => $scope->detach());
    App\Jobs\Work::dispatch('job');
    Illuminate\Support\Facades\Artisan::call('queue:work', ['--stop-when-empty' => true, '--sleep' => 0]);
    foreach (TelemetryInMemory::get()->spans as $span) {
        echo preg_replace('/ .*_cache:?/', ' ', $span->name), " in $span->parent\n";
    }
    foreach (TelemetryInMemory::get()->histograms as $name => $histogram) {
        echo "$name: ", count($histogram->values), "\n";
    }
    PHP);
--EXPECT--
works on job
acquire request in the request
acquire job in the job
redislock.hold.duration: 4
redislock.wait.duration: 2
