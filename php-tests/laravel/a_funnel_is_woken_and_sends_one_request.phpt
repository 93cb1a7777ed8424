--TEST--
Cache::funnel() lets as many work at a time as its limit says: one request takes a place, and a waiter is woken by the next free one
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp($redis = RedisServer::start());
$holder = fn () => $app->background("Cache::funnel('api')->limit(3)->then(function () { echo \"works\\n\"; fgets(STDIN); });");
$holders = [$holder(), $holder(), $holder()];
foreach ($holders as $one) {
    $one->waitForLine('works');
}
$sent = $redis->monitor();
$app->run(<<<'PHP'
    $funnel = Cache::funnel('api')->limit(3)->block(0);
    echo 'full: ', $funnel->then(fn () => 'worked', fn (Exception $timeout) => 'refused, ' . preg_replace('/.*\\\\/', '', get_class($timeout))), "\n";
    try {
        $funnel->then(fn () => 'worked');
    } catch (Illuminate\Contracts\Redis\LimiterTimeoutException|Illuminate\Cache\Limiters\LimiterTimeoutException $timeout) {
        echo 'without a second callback: ', $timeout->getMessage(), "\n";
    }
    echo 'a lock of its name: ', json_encode(Cache::lock('api')->get()), "\n";
    PHP);
echo 'requests for three places: ', implode(' ', array_column($sent(), 0)), "\n";

$waiter = $app->background(<<<'PHP'
    echo "waits\n";
    $start = hrtime(true);
    $waited = Cache::funnel('api')->limit(3)->block(60)->sleep(60_000)->then(fn () => (hrtime(true) - $start) / 1e9);
    echo $waited < 20 ? 'woken' : "polled for $waited s", "\n";
    PHP);
$waiter->waitForLine('waits');
eventually(PATIENCE, fn (): bool => preg_grep('/:rl-waiting/', $redis->call('KEYS', '*')) !== []);
$holders[1]->say();
echo $waiter->wait()->out;
array_map(fn (Background $one) => [$one->say(), $one->wait()], [$holders[0], $holders[2]]);

$app->run(<<<'PHP'
    $hasLimiter = class_exists(Illuminate\Cache\Limiters\ConcurrencyLimiter::class);
    try {
        $answer = Cache::funnel('many')->limit(65)->then(fn () => 'worked');
    } catch (ValueError) {
        $answer = 'refused';
    }
    echo $answer === ($hasLimiter ? 'worked' : 'refused') ? "more than 64 places: by Laravel's own limiter, where it has one\n" : $answer;
    PHP);
--EXPECT--
full: refused, LimiterTimeoutException
without a second callback: no place in funnel "api" within 0 s
a lock of its name: true
requests for three places: EVALSHA EVALSHA SET
waits
woken
more than 64 places: by Laravel's own limiter, where it has one
