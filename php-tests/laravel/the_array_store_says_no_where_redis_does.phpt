--TEST--
A lock of the array store expires, is refreshed, lost and refused as one of the driver redislock
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start());
$app->run(<<<'PHP'
    config(['cache.stores.array' => ['driver' => 'array']]);
    $expire = fn () => usleep(1_200_000);
    $tries = [
        'refresh() that would shorten' => function ($cache) use ($expire) {
            $lock = $cache->lock('a', 100);
            $lock->get();
            $refreshed = $lock->refresh(1);
            $expire();
            return [$refreshed, $lock->isLocked(), $cache->lock('a', 5)->get()];
        },
        'expired' => function ($cache) use ($expire) {
            $lock = $cache->lock('b', 1);
            $lock->get();
            $expire();
            return [$lock->isOwnedByCurrentProcess(), $lock->refresh(5), $lock->release()];
        },
        'expired under work' => fn ($cache) => $cache->lock('c', 1)->get(fn () => $expire() ?? 7),
        'released by the work' => fn ($cache) => ($lock = $cache->lock('d', 1))->get(fn () => $lock->release() ? 7 : 8),
        'an option that comes late' => fn ($cache) => ($lock = $cache->lock('e', 5))->get() && $lock->permits(3),
        'atLeast() above the ttl' => fn ($cache) => $cache->lock('f', 2)->atLeast(5)->get(),
        'atLeast() below 0' => fn ($cache) => $cache->lock('f', 2)->atLeast(-1)->get(),
        'atLeast() below 1 ms' => fn ($cache) => $cache->lock('f', 2)->atLeast(1e-9)->get(),
        'doneFor below 1 ms' => fn ($cache) => ($lock = $cache->lock('k', 5))->get() && $lock->release(1e-9),
        'doneFor of a job below 1 ms' => fn () => (new RedisLock\Laravel\WithoutOverlapping('l'))->doneFor(1e-9),
        'a name twice' => fn ($cache) => $cache->lock(['g', 'g'], 5)->get(),
        'no name' => fn ($cache) => $cache->lock([], 5)->get(),
        'permits of several names' => fn ($cache) => $cache->lock(['h', 'i'], 5)->permits(2)->get(),
        'no permit' => fn ($cache) => $cache->lock('j', 5)->permits(0)->get(),
    ];
    foreach ($tries as $what => $try) {
        $answers = array_map(function (string $store) use ($try): string {
            try {
                return json_encode($try(Cache::store($store)));
            } catch (Throwable $thrown) {
                return $thrown::class . (isset($thrown->result) ? " with $thrown->result" : '');
            }
        }, ['redis', 'array']);
        echo "$what: ", implode(', but with the array store ', array_unique($answers)), "\n";
    }
    PHP);
--EXPECT--
refresh() that would shorten: [true,true,false]
expired: [false,false,false]
expired under work: RedisLockLostException with 7
released by the work: 7
an option that comes late: LogicException
atLeast() above the ttl: ValueError
atLeast() below 0: ValueError
atLeast() below 1 ms: ValueError
doneFor below 1 ms: ValueError
doneFor of a job below 1 ms: ValueError
a name twice: ValueError
no name: ValueError
permits of several names: ValueError
no permit: ValueError
