--TEST--
Every method of a lock returns what that of Laravel's own lock does, one after the other
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start());
$app->run(<<<'PHP'
    function story(string $store): array
    {
        $cache = Cache::store($store);
        [$lock, $other, $given] = [$cache->lock($store, 60), $cache->lock($store, 60), $cache->lock($store, 60, 'me')];
        $answers = ['never acquired' => $lock->release(), 'get' => $lock->get(), 'again' => $lock->get(), 'other' => $other->get()];
        $answers['given, refused'] = [$given->owner(), $given->get(), $given->release()];
        $answers['other releases'] = $other->release();
        $answers['release'] = $lock->release();
        $answers['twice'] = $lock->release();
        $answers['get with'] = $lock->get(fn () => 'result');
        $answers['free behind it'] = [$other->get(), $lock->get(fn () => 'not called')];
        $answers['force'] = [$lock->forceRelease(), $given->get(), $cache->restoreLock($store, 'me')->release()];
        $answers['restored by another'] = [$given->get(), $cache->restoreLock($store, 'you')->release(), $cache->restoreLock($store, '')->release()];
        $answers['restored'] = [$cache->restoreLock($store, 'me')->release(), $given->release()];
        $answers['block'] = [$lock->block(0), $lock->release(), $lock->block(0, fn () => 5), $lock->block(1)];
        try {
            $other->block(0, fn () => 'not called');
        } catch (Throwable $refused) {
            $answers['refused'] = get_class($refused);
        }
        try {
            $cache->lock("$store thrown")->get(fn () => throw new DomainException('from the callback'));
        } catch (DomainException $thrown) {
            $answers['thrown'] = [$thrown->getMessage(), $cache->lock("$store thrown")->get()];
        }

        return $answers;
    }
    $ours = story('redis');
    echo get_class(Cache::lock('x')), "\n";
    echo $ours === story('laravel') ? "the same\n" : json_encode($ours, JSON_PRETTY_PRINT) . json_encode(story('laravel'), JSON_PRETTY_PRINT);
    echo json_encode($ours), "\n";
    PHP);
--EXPECT--
RedisLock\Laravel\Lock
the same
{"never acquired":false,"get":true,"again":false,"other":false,"given, refused":["me",false,false],"other releases":false,"release":true,"twice":false,"get with":"result","free behind it":[true,false],"force":[null,true,true],"restored by another":[true,false,false],"restored":[true,false],"block":[true,true,5,true],"refused":"Illuminate\\Contracts\\Cache\\LockTimeoutException","thrown":["from the callback",true]}
