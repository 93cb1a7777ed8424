--TEST--
A user in config/database.php is sent by phpredis where this Laravel's own lock sends it, and nowhere else
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel_and_phpredis();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$redis = RedisServer::start('--requirepass', 'p@ss word');
// Laravel 8 sends no user with phpredis, and hosters give addresses with one that means nothing.
$app = new LaravelApp($redis, ['default' => ['username' => 'nobody', 'password' => 'p@ss word', 'host' => '127.0.0.1', 'port' => $redis->port]] + ['cache.password' => 'p@ss word']);
$app->run(<<<'PHP'
    $works = function (string $store): bool {
        try {
            return Cache::store($store)->lock($store, 60)->get();
        } catch (RedisException | RedisLockServerException) {
            return false;
        }
    };
    echo $works('redis') === $works('laravel') ? "they agree\n" : "they do not agree\n";
    PHP);
--EXPECT--
they agree
