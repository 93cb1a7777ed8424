--TEST--
get() and block() refuse a callback that returns a generator with something left to do, and release the lock; so does the array store
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$redis = RedisServer::start();
$app = new LaravelApp($redis, [], ['stores.array' => ['driver' => 'array']]);
$app->run(<<<'PHP'
    $rows = function () { echo "never\n"; yield 1; };
    foreach (['redis', 'array'] as $store) {
        foreach (['get' => [$rows], 'block' => [0, fn () => $rows()]] as $method => $arguments) {
            try {
                Cache::store($store)->lock('k', 5)->$method(...$arguments);
            } catch (TypeError $refused) {
                echo $refused->getMessage(), "\n";
            }
            echo json_encode(Cache::store($store)->lock('k', 5)->get(fn () => 'free')), "\n";
        }
    }
    $ended = Cache::store('redis')->lock('k', 5)->get(function () { $rows = (fn () => yield 1)(); iterator_to_array($rows); return $rows; });
    echo get_class($ended), "\n";
    PHP);
--EXPECTF--
the callback of lock "%sk" must not return a generator that has not ended: the rest would run without the lock, which was released; put the loop into the callback
"free"
the callback of lock "%sk" must not return a generator that has not ended: the rest would run without the lock, which was released; put the loop into the callback
"free"
the callback of lock "k" must not return a generator that has not ended: the rest would run without the lock, which was released; put the loop into the callback
"free"
the callback of lock "k" must not return a generator that has not ended: the rest would run without the lock, which was released; put the loop into the callback
"free"
Generator
