--TEST--
block() on an object that holds its lock waits for the lock's end, and no longer than it was told
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start());
$app->run(<<<'PHP'
    foreach ([null, 'me'] as $owner) {
        $lock = Cache::lock("foo$owner", 1, $owner);
        $lock->get();
        $start = microtime(true);
        try {
            $lock->block(0.3);
        } catch (Illuminate\Contracts\Cache\LockTimeoutException $timeout) {
            echo round(microtime(true) - $start, 1), ' s, ', str_replace('laravel_cache:', 'laravel_cache', $timeout->getMessage()), "\n";
        }
        echo $lock->block(5) ? 'acquired' : 'refused', ' after ', round(microtime(true) - $start), " s\n";
        echo $lock->release() ? "released\n" : "not released\n";
    }
    PHP);
--EXPECT--
0.3 s, could not acquire lock "laravel_database_laravel_cachefoo": held by another for all of 0.3 s
acquired after 1 s
released
0.3 s, could not acquire lock "laravel_database_laravel_cachefoome": held by another for all of 0.3 s
acquired after 1 s
released
