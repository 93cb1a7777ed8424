--TEST--
What Laravel promises of its locks on Redis: taken once, freed by their owner alone, restored by it, free after a callback that fails
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start());
$app->run(<<<'PHP'
    foreach (['redis' => 'ours', 'laravel' => "Laravel's own"] as $store => $whose) {
        $lock = fn (int $seconds = 10) => Cache::store($store)->lock('foo', $seconds);
        $promises = [
            'taken once until its release' => fn () => ($first = $lock())->get() && !$lock()->get() && $first->release()
                && ($second = $lock())->get() && !$lock()->get() && $second->release(),
            'freed by its owner alone' => fn () => ($held = $lock())->get() && !$lock()->release() && !$lock()->get() && $held->release(),
            'forced by any' => fn () => $lock()->get() && $lock()->forceRelease() === null && $lock()->get(fn () => true),
            'on the connection of locks' => fn () => $lock()->getConnectionName() === 'default',
            'block() gives what its callback gives' => fn () => $lock()->block(1, fn () => 'result') === 'result',
            'block() without one is true and holds' => fn () => ($held = $lock())->block(1) === true && !$lock()->get() && $held->release(),
            'late release of an expired lock leaves the next' => function () use ($lock) {
                ($expired = $lock(1))->get();
                usleep(1_100_000);

                return ($next = $lock())->get() && !$expired->release() && !$lock()->get() && $next->release();
            },
            'free after a callback that throws' => function () use ($lock) {
                foreach ([fn ($f) => $lock()->block(1, $f), fn ($f) => $lock()->get($f)] as $way) {
                    try {
                        $way(fn () => throw new DomainException());
                    } catch (DomainException) {
                    }
                }

                return $lock()->get(fn () => true);
            },
            'restored by its owner' => fn () => ($held = $lock())->get() && Cache::store($store)->restoreLock('foo', $held->owner())->release()
                && $lock()->get(fn () => true),
            'block() times out' => function () use ($lock) {
                ($held = $lock())->get();
                try {
                    return $lock()->block(1);
                } catch (Illuminate\Contracts\Cache\LockTimeoutException) {
                    return $held->release();
                }
            },
        ];
        foreach ($promises as $promise => $isKept) {
            $isKept() === true || print "$whose, not kept: $promise\n";
            Redis::connection('default')->flushall();
        }
        echo "$whose: ", count($promises), " promises\n";
    }
    ($held = Cache::lock('foo', 10))->isOwnedBy(null) && $held->get() || print 'a free lock is owned';
    $restored = Cache::restoreLock('foo', $held->owner());
    $other = Cache::restoreLock('foo', 'another');
    echo 'who owns it: ', json_encode([$held->isOwnedBy($held->owner()), $restored->isOwnedByCurrentProcess(),
        $other->isOwnedBy($held->owner()), $other->isOwnedByCurrentProcess()]), "\n";
    PHP);
--EXPECT--
ours: 10 promises
Laravel's own: 10 promises
who owns it: [true,true,true,false]
