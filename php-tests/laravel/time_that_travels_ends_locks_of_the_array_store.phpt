--TEST--
In tests with the array store time is Carbon's: a lock, its renewal and its rest end when that has moved on
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start(), [], ['default' => 'array', 'stores.array' => ['driver' => 'array']]);
$app->run(<<<'PHP'
    use Illuminate\Support\Carbon;

    $travel = fn (int $seconds) => Carbon::setTestNow(Carbon::now()->addSeconds($seconds));
    Carbon::setTestNow('2026-01-01 12:00:00');
    $states = function (callable $make) use ($travel): string {
        $lock = $make();
        $lock->get() || print 'not taken ';
        $states = [];
        foreach ([9, 2, 90] as $seconds) {
            $travel($seconds);
            $states[] = $lock->isLocked();
        }
        $lock->forceRelease();

        return json_encode($states);
    };
    echo 'ten seconds: ', $states(fn () => Cache::lock('k', 10)), "\n";
    echo 'for ever: ', $states(fn () => Cache::lock('k')), "\n";
    echo 'renewed: ', $states(fn () => Cache::lock('k', 10)->autoRenew()), "\n";
    echo 'renewed for 60: ', $states(fn () => Cache::lock('k', 10)->autoRenew(60)), "\n";
    $lock = Cache::lock('k', 60)->atLeast(10);
    $lock->get(fn () => true);
    $refused = $lock->get();
    $travel(11);
    echo 'at rest for ten: ', json_encode([$refused, $lock->get()]), "\n";
    PHP);
--EXPECT--
ten seconds: [true,false,false]
for ever: [true,true,true]
renewed: [true,true,true]
renewed for 60: [true,true,false]
at rest for ten: [false,true]
