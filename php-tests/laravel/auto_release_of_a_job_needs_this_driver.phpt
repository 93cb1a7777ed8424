--TEST--
A job whose middleware has autoRelease() is told when the default cache has another driver
--EXTENSIONS--
redislock
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
?>
--FILE--
<?php
require __DIR__ . '/jobs.inc';

$app = new LaravelApp(RedisServer::start(), [], ['default' => 'laravel']);
$app->run(<<<'PHP'
    try {
        (new RedisLock\Laravel\WithoutOverlapping('k'))->autoRelease()->handle(new stdClass(), fn () => print "works\n");
    } catch (LogicException $told) {
        echo $told->getMessage(), "\n";
    }
    PHP);
?>
--EXPECT--
autoRelease() and autoRenew() need the cache driver redislock, or array in tests; the default store of config/cache.php has another
