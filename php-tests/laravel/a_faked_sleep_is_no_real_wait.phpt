--TEST--
block() of a test that has faked its sleep waits in no real time: each sleep is recorded, and may be what releases the lock
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start(), [], ['stores.array' => ['driver' => 'array']]);
$app->run(<<<'PHP'
    use Illuminate\Support\Sleep;

    // Sleep came with Laravel 10; before it there is nothing to fake, and a wait is a wait.
    $canFake = class_exists(Sleep::class);
    foreach (['array', 'redis'] as $store) {
        $lock = fn (int $seconds = 60) => Cache::store($store)->lock('k', $seconds);
        ($holder = $lock())->get();
        $slept = 0;
        $canFake && Sleep::fake();
        $canFake && Sleep::whenFakingSleep(function ($duration) use (&$slept) { $slept += $duration->totalMilliseconds; });
        $start = hrtime(true);
        try {
            $lock()->block($canFake ? 60 : 2);
        } catch (Illuminate\Contracts\Cache\LockTimeoutException) {
            echo "$store: timed out, ", (hrtime(true) - $start < 0.9e9) === $canFake ? 'at once' : 'not at once', "\n";
        }
        echo "$store: slept ", $canFake ? $slept / 1000 : 60, " s\n";
        $canFake && Sleep::whenFakingSleep(fn () => $holder->release());
        $canFake || $holder->release();
        echo "$store: ", $lock()->block(60, fn () => 'ran'), "\n";
        $canFake && Sleep::fake(false);
    }
    PHP);
--EXPECT--
array: timed out, at once
array: slept 60 s
array: ran
redis: timed out, at once
redis: slept 60 s
redis: ran
