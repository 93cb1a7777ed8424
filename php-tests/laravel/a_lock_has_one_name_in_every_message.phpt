--TEST--
A lock has one name in every message, by which `redislock show` finds it
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$redis = RedisServer::start();
$app = new LaravelApp($redis, ['options.prefix' => 'shop_database_'], ['prefix' => 'shop_cache']);
$code = <<<'PHP'
    $said = function (callable $do): string {
        try {
            return json_encode($do());
        } catch (Throwable $thrown) {
            return preg_match_all('/lock ("\S+"(?: and \d more)?)/', $thrown->getMessage(), $names) . ' ' . implode(', ', $names[1]);
        }
    };
    $store = Cache::store('redis');
    $held = $store->lock('orders:42', 60);
    $list = $store->lock(['orders:7', 'orders:8'], 60);
    PHP;
$app->run($code . <<<'PHP'
    echo json_encode([$held->get(), $list->get(), str_ends_with(RedisLock::locks('shop_database_shop_cache*')[0]['name'], 'orders:42')]), "\n";
    $other = $store->lock('orders:42', 60);
    echo $said(fn () => $other->block(0)), "\n", $said(fn () => $store->lock(['orders:7', 'orders:8'], 60)->block(0)), "\n";
    echo $said(fn () => $other->permits(2)), "\n", $said(fn () => $held->guard(fn () => $store->lock('orders:42', 60)->forceRelease())), "\n";
    PHP, ['redislock.server' => $redis->address()]);
$redis->stop();
$app->run($code . 'echo $said(fn () => $held->get()), "\n";');
--EXPECTF--
[true,true,true]
1 "shop_database_shop_cache%Sorders:42"
1 "shop_database_shop_cache%Sorders:7" and 1 more
1 "shop_database_shop_cache%Sorders:42"
1 "shop_database_shop_cache%Sorders:42"
1 "shop_database_shop_cache%Sorders:42"
