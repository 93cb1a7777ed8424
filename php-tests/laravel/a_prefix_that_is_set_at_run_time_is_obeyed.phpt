--TEST--
A prefix that a connection is given at run time, as for one of many tenants, is that of its locks
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel_and_phpredis();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

foreach (['phpredis', 'predis'] as $client) {
    $app = new LaravelApp($redis = RedisServer::start(), ['client' => $client]);
    $app->run(<<<'PHP'
        foreach (['one:', 'two:'] as $tenant) {
            $client = Redis::connection('default')->client();
            $client instanceof \Redis
                ? $client->setOption(\Redis::OPT_PREFIX, $tenant)
                : $client->getOptions()->prefix->setPrefix($tenant);
            echo json_encode([Cache::lock('foo', 60)->get(), Cache::store('laravel')->lock('foo', 60)->get()]), ' ';
        }
        PHP);
    $keys = $redis->call('KEYS', '*foo');
    sort($keys);
    echo implode(' ', str_replace('cache:', 'cache', $keys)), "\n";
}
--EXPECT--
[true,false] [true,false] one:laravel_cachefoo two:laravel_cachefoo
[true,false] [true,false] one:laravel_cachefoo two:laravel_cachefoo
