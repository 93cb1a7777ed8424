--TEST--
Where phpredis packs values, owner() needs Redis, and throws if Redis cannot be reached
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel_and_phpredis();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start(), ['options.serializer' => 1, 'default.port' => '1']);
$app->run(<<<'PHP'
    foreach ([fn () => Cache::lock('foo')->get(), fn () => Cache::restoreLock('foo', 'x')->release()] as $ask) {
        try {
            echo json_encode($ask()), "\n";
        } catch (RedisLockConnectionException $unreachable) {
            echo $unreachable->getMessage(), ', ', get_class($unreachable->getPrevious()), "\n";
        }
    }
    PHP);
--EXPECT--
could not pack the owner of a lock as the Redis connection "default" packs values: Connection refused, RedisException
could not pack the owner of a lock as the Redis connection "default" packs values: Connection refused, RedisException
