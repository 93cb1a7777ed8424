--TEST--
A lock of the driver has exactly the key that Laravel's own has in this version, and its owner as value
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel_and_phpredis();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

foreach (['phpredis', 'predis'] as $client) {
    foreach (['laravel_cache', ''] as $prefix) {
        $app = new LaravelApp($redis = RedisServer::start(), ['client' => $client], ['prefix' => $prefix]);
        $app->run(<<<'PHP'
            Cache::store('laravel')->lock('foo', 60)->get();
            $theirs = Redis::connection('default')->client()->keys('*');
            Cache::lock('foo')->forceRelease();
            $lock = Cache::lock('foo', 60);
            echo $lock->get() ? 'acquired, ' : 'refused, ', $lock->owner(), "\n";
            echo 'the same key: ', json_encode($theirs === Redis::connection('default')->client()->keys('*')), "\n";
            PHP);
        [$key] = $redis->call('KEYS', '*');
        echo 'with "', $prefix, '": ', strtr($key, [$prefix . ':foo' => $prefix . 'foo']), ' = ', $redis->call('GET', $key), "\n";
        echo 'lasts: ', $redis->call('TTL', $key), " s\n";
    }
}
--EXPECTF--
acquired, rl_%x
the same key: true
with "laravel_cache": laravel_database_laravel_cachefoo = rl_%x
lasts: %r60|59%r s
acquired, rl_%x
the same key: true
with "": laravel_database_foo = rl_%x
lasts: %r60|59%r s
acquired, rl_%x
the same key: true
with "laravel_cache": laravel_database_laravel_cachefoo = rl_%x
lasts: %r60|59%r s
acquired, rl_%x
the same key: true
with "": laravel_database_foo = rl_%x
lasts: %r60|59%r s
