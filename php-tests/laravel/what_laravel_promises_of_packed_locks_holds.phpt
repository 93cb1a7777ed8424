--TEST--
What Laravel promises of locks where phpredis packs values, also where that is set at run time: taken once, refreshed, and gone after the release
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel_and_phpredis();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start());
$app->run(<<<'PHP'
    $ways = [['serializer' => \Redis::SERIALIZER_PHP, 'compression' => \Redis::COMPRESSION_LZF]];
    foreach ((new ReflectionClass(\Redis::class))->getConstants() as $name => $value) {
        if (preg_match('/^(SERIALIZER|COMPRESSION)_(?!ZSTD_)/', $name, $kind)) {
            $ways[] = [strtolower($kind[1]) => $value];
        }
    }
    foreach ($ways as $options) {
        foreach (['in the configuration', 'at run time'] as $where) {
            $isLate = $where === 'at run time';
            config(['database.redis.options' => ['prefix' => 'laravel_database_'] + ($isLate ? [] : $options)]);
            app()->forgetInstance('redis');
            Redis::clearResolvedInstances();
            Cache::forgetDriver('redis');
            $client = Redis::connection('default')->client();
            foreach ($isLate ? $options : [] as $option => $value) {
                $client->setOption($option === 'serializer' ? \Redis::OPT_SERIALIZER : \Redis::OPT_COMPRESSION, $value);
            }
            $key = Cache::getStore()->getPrefix() . 'foo';
            $lock = Cache::lock('foo', 10);
            $kept = $lock->get() && !Cache::lock('foo', 10)->get() && $client->exists($key) && $lock->refresh(30) && $client->ttl($key) > 10
                && $lock->release() && !$client->exists($key) && Cache::lock('foo', 10)->block(1, fn () => true);
            $kept || print "not kept $where: " . json_encode($options) . "\n";
            $client->flushAll();
        }
    }
    echo count($ways) >= 5 ? "kept in all ways\n" : "too few ways\n";
    PHP);
--EXPECT--
kept in all ways
