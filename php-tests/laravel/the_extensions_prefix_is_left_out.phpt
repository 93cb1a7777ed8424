--TEST--
redislock.prefix does not part our locks from Laravel's own, and has its old value after them
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/both.inc';

$redis = RedisServer::start();
$app = new LaravelApp($redis);
$app->run(<<<'PHP'
    $lock = Cache::lock('foo', 60);
    echo $lock->get() && !Cache::store('laravel')->lock('foo', 60)->get() ? "they meet\n" : "they do not meet\n";
    echo ini_get('redislock.prefix'), ' ', (new RedisLock('own'))->key(), "\n";
    PHP, ['redislock.prefix' => 'app:']);
$app->run('try { Cache::lock("foo")->get(); } catch (LogicException $e) { echo $e->getMessage(), "\n"; }',
    ['redislock.prefix' => 'app:', 'disable_functions' => 'ini_set']);
--EXPECT--
they meet
app: app:own
redislock.prefix cannot be left out here, and with it our locks have other keys than Laravel's own
