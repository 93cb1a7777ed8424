--TEST--
With the server memory: the locks of the driver redislock need no Redis, and are woken
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$redis = RedisServer::start();
$app = new LaravelApp($redis, [], ['stores.memory' => ['driver' => 'redislock', 'connection' => 'default', 'server' => 'memory:']]);
$redis->stop();
$app->run(<<<'PHP'
    $cache = Cache::store('memory');
    $lock = $cache->lock('job', 5);
    echo json_encode([$lock->get(), $cache->lock('job', 5)->get(), $lock->release(), $cache->lock('job', 5)->block(1, fn () => 'ran')]), "\n";
    $results = array_map(fn () => $cache->funnel('api')->limit(2)->block(0)->then(fn () => 'in', fn () => 'out'), range(1, 3));
    echo implode(' ', $results), ', and ', count(RedisLock::locks(server: 'memory:')), " are held\n";
    PHP);
--EXPECT--
[true,false,true,"ran"]
in in in, and 0 are held
