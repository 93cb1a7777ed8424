--TEST--
What an application calls on its locks it may call in its tests, where the store is array: options, funnel and the middleware
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start(), [], ['default' => 'array', 'stores.array' => ['driver' => 'array']]);
$app->write('app/Story.php', <<<'PHP'
    <?php
    namespace App;

    use Illuminate\Support\Facades\Cache;

    class Story
    {
        /** What is said of each step, in a store that is array or redis. */
        public static function of(string $store): array
        {
            $cache = Cache::store($store);
            $lock = fn (...$more) => $cache->lock('k', 60, ...$more);
            $isFree = fn (): bool => $lock()->get(fn () => true);
            $scope = function () use ($lock) { $released = $lock()->autoRelease(); return $released->get(); };
            $answers = ['autoRelease' => [$scope(), $isFree()]];
            $kept = function () use ($lock) { $left = $lock(); return $left->get(); };
            $answers['without it'] = [$kept(), $isFree(), $lock()->forceRelease(), $isFree()];
            $renewed = $lock()->autoRenew(renewFor: 3600);
            $answers['autoRenew'] = [$renewed->get(), $isFree(), $renewed->release()];
            [$one, $two, $three] = [$lock()->permits(2), $lock()->permits(2), $lock()->permits(2)];
            $answers['permits'] = [$one->get(), $three->isLocked(), $two->get(), $three->get(), $three->isLocked(), $one->release(), $three->get()];
            $answers['permits release'] = [$one->release(), $two->release(), $three->release(), $three->release()];
            $answers['permits restored'] = [$one->get(), $two->get(), $lock($two->owner())->permits(2)->release(), $three->get()];
            $answers['permits forced'] = [$three->forceRelease(), $one->release(), $isFree()];
            $list = $cache->lock(['k', 'l'], 60);
            $answers['names'] = [$list->get(), $isFree(), $cache->lock('l', 60)->get(), $list->release(), $isFree()];
            $other = $cache->lock('l', 60);
            $answers['all or none'] = [$other->get(), $list->get(), $isFree(), $other->release(), $list->get(fn () => 'both'), $isFree()];
            $answers['names restored'] = [$list->get(), $cache->restoreLock(['k', 'l'], $list->owner())->release(), $isFree()];
            $answers['no names'] = self::thrown(fn () => $cache->lock([], 60)->get());
            $answers['too many permits'] = self::thrown(fn () => $lock()->permits(65)->get());
            $answers['permits of a list'] = self::thrown(fn () => $cache->lock(['k', 'l'])->permits(2)->get());
            $rest = $cache->lock('r', 60)->atLeast(1);
            $answers['atLeast'] = [$rest->get(fn () => 'ran'), $cache->lock('r')->isLocked(), $rest->get(), $rest->isOwnedByCurrentProcess()];
            $held = $lock();
            $done = $cache->lock('d', 60);
            $answers['done'] = [$done->isDone(), $done->get(), $done->release(doneFor: 60), $done->isDone(), $done->get(), $done->isLocked(), $done->release()];
            $answers['done again'] = [$done->forceRelease(), $done->isDone(), $done->get(), $done->release(), $done->isDone()];
            $answers['done for too little'] = self::thrown(fn () => $cache->lock('d', 60)->get() && $cache->restoreLock('d', 'x')->release(-1));
            $answers['done list'] = self::thrown(fn () => $list->get() && $list->release(doneFor: 60)) . json_encode($list->release());
            $answers['held'] = [$held->get(), $held->isOwnedByCurrentProcess(), $held->isOwnedBy('x'), $held->refresh(5), $lock()->refresh(5), $held->isLocked(), $held->release()];
            $answers['given'] = [$lock('me')->get(), $lock('me')->isOwnedBy('me'), $cache->restoreLock('k', 'me')->release()];
            $answers['block'] = [$lock()->block(1, fn () => 'result'), $lock()->block(0), self::thrown(fn () => $lock()->block(0)), $lock()->forceRelease()];
            $funnel = fn ($more = null) => $cache->funnel('f')->limit(1)->releaseAfter(60)->block(0)->sleep(1)->then($more ?? fn () => 'in', fn () => 'out');
            $answers['funnel'] = [$funnel(), $funnel(fn () => $funnel()), $funnel()];
            $middleware = fn () => (new \RedisLock\Laravel\WithoutOverlapping('job'))->autoRelease()->autoRenew(60)->dontRelease();
            $job = new \stdClass();
            $answers['middleware'] = [];
            config(['cache.default' => $store]);
            // Of the story that was told before.
            app()->forgetInstance('cache.store');
            $middleware()->handle($job, function ($job) use (&$answers, $middleware) {
                $answers['middleware'][] = 'runs';
                $middleware()->handle($job, function () use (&$answers) { $answers['middleware'][] = 'overlaps'; });
            });
            $middleware()->handle($job, function () use (&$answers) { $answers['middleware'][] = 'runs again'; });
            foreach (['once', 'twice'] as $time) {
                $middleware()->doneFor(60)->handle($job, function () use (&$answers, $time) { $answers['middleware done'][] = $time; });
            }
            $lost = fn () => $cache->lock('laravel-queue-overlap:' . \stdClass::class . ':lost')->forceRelease();
            $answers['middleware lost'] = self::thrown(fn () => (new \RedisLock\Laravel\WithoutOverlapping('lost'))->doneFor(60)->handle($job, $lost));
            $answers['middleware of no time'] = self::thrown(fn () => $middleware()->doneFor(0));

            return $answers;
        }

        private static function thrown(callable $f): string
        {
            try {
                return json_encode($f());
            } catch (\Throwable $thrown) {
                return get_class($thrown);
            }
        }
    }
    PHP);
$app->run(<<<'PHP'
    $array = App\Story::of('array');
    $redis = App\Story::of('redis');
    echo $array === $redis ? "the same as in Redis\n" : 'in Redis: ' . json_encode($redis) . "\n";
    foreach ($array as $what => $answers) {
        echo "$what: ", json_encode($answers), "\n";
    }
    $typed = Cache::store('array')->lock('k');
    echo json_encode([$typed instanceof RedisLock\Laravel\LockOptions, $typed instanceof Illuminate\Cache\ArrayLock]), "\n";
    PHP);
--EXPECT--
the same as in Redis
autoRelease: [true,true]
without it: [true,false,null,true]
autoRenew: [true,false,true]
permits: [true,false,true,false,true,true,true]
permits release: [false,true,true,false]
permits restored: [true,true,true,true]
permits forced: [null,false,true]
names: [true,false,false,true,true]
all or none: [true,false,true,true,"both",true]
names restored: [true,true,true]
no names: "ValueError"
too many permits: "ValueError"
permits of a list: "ValueError"
atLeast: ["ran",true,false,false]
done: [false,true,true,true,false,true,false]
done again: [null,false,true,true,false]
done for too little: "ValueError"
done list: "ValueErrortrue"
held: [true,true,false,true,false,true,true]
given: [true,true,true]
block: ["result",true,"Illuminate\\Contracts\\Cache\\LockTimeoutException",null]
funnel: ["in","out","in"]
middleware: ["runs","runs again"]
middleware done: ["once"]
middleware lost: "RedisLockLostException"
middleware of no time: "ValueError"
[true,true]
