--TEST--
What is no lock is Laravel's own store: values, tags, increments, flush; and what locks for the cache uses ours
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp($redis = RedisServer::start());
$app->run(<<<'PHP'
    Cache::put('a', ['b' => 1], 60);
    Cache::tags(['t'])->put('c', 2, 60);
    Cache::increment('n', 3);
    echo json_encode([Cache::store('laravel')->get('a'), Cache::store('laravel')->tags(['t'])->get('c') == 2, Cache::store('laravel')->get('n') == 3]), "\n";
    $lock = Cache::lock('foo', 60);
    $lock->get();
    Cache::flush();
    echo json_encode([Cache::get('a'), $lock->isOwnedByCurrentProcess(), Cache::getStore() instanceof Illuminate\Contracts\Cache\LockProvider]), "\n";

    // What came later: none of it may fall back to another lock.
    $faults = [];
    $ours = fn () => preg_match('/^rl_[0-9a-f]{32}$/', (string) Redis::connection('default')->client()->get(Cache::getStore()->getPrefix() . 'x'));
    if (method_exists(Cache::getFacadeRoot()->store(), 'withoutOverlapping')) {
        Cache::withoutOverlapping('x', fn () => $ours() || $faults[] = 'withoutOverlapping', 10, 1);
    }
    if (method_exists(Cache::getFacadeRoot()->store(), 'funnel')) {
        $inside = fn () => Cache::funnel('funnel')->limit(1)->releaseAfter(10)->block(0)->then(fn () => 'inside', fn () => 'full');
        $got = Cache::funnel('funnel')->limit(1)->releaseAfter(10)->block(0)->then($inside, fn () => 'full');
        [$got, $inside()] === ['full', 'inside'] || $faults[] = "funnel: $got";
    }
    if (method_exists(Cache::getFacadeRoot()->store(), 'flexible')) {
        $flexible = fn () => Cache::flexible('value', [0, 60], fn () => uniqid('v', true));
        $first = $flexible();
        Cache::lock('illuminate:cache:flexible:lock:value', 60)->get() || $faults[] = 'flexible has no such lock';
        $flexible();
        Illuminate\Support\defer()->invoke();
        Cache::get('value') === $first || $faults[] = 'flexible refreshed beside the lock';
        Cache::lock('illuminate:cache:flexible:lock:value')->forceRelease();
        $flexible();
        Illuminate\Support\defer()->invoke();
        Cache::get('value') !== $first || $faults[] = 'flexible did not refresh';
        Cache::lock('illuminate:cache:flexible:lock:value')->isLocked() && $faults[] = 'flexible left its lock';
    }
    if (method_exists(Cache::getStore(), 'flushLocks')) {
        Cache::getStore()->flushLocks() && !$lock->isLocked() || $faults[] = 'flushLocks';
    }
    echo json_encode($faults), "\n";
    PHP);
--EXPECT--
[{"b":1},true,true]
[null,true,true]
[]
