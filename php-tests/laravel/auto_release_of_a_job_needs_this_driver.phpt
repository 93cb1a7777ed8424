--TEST--
A job whose middleware has autoRelease() or doneFor() throws when the default cache has another driver
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/jobs.inc';

$app = new LaravelApp(RedisServer::start(), [], ['default' => 'laravel']);
$app->run(<<<'PHP'
    foreach (['autoRelease' => [], 'doneFor' => [60]] as $option => $arguments) {
        try {
            (new RedisLock\Laravel\WithoutOverlapping('k'))->$option(...$arguments)->handle(new stdClass(), fn () => print "works\n");
        } catch (LogicException $told) {
            echo $told->getMessage(), "\n";
        }
    }
    PHP);
--EXPECT--
autoRelease(), autoRenew() and doneFor() need the cache driver redislock, or array in tests; the default store of config/cache.php has another
autoRelease(), autoRenew() and doneFor() need the cache driver redislock, or array in tests; the default store of config/cache.php has another
