--TEST--
Where the extension is not loaded the driver says so, and the rest of the application works
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start());
$file = "$app->folder/without.php";
file_put_contents($file, <<<'PHP'
    <?php
    $app = require __DIR__ . '/bootstrap/app.php';
    $app->make(Illuminate\Contracts\Console\Kernel::class)->bootstrap();
    try {
        Illuminate\Support\Facades\Cache::lock('foo')->get();
    } catch (LogicException $told) {
        echo $told->getMessage(), "\n";
    }
    config(['cache.stores.array' => ['driver' => 'array']]);
    echo Illuminate\Support\Facades\Cache::store('array')->lock('foo')->autoRelease()->get() ? "the array store works\n" : "refused\n";
    echo Illuminate\Support\Facades\Cache::store('laravel')->lock('foo')->get() ? "Laravel's own works\n" : "refused\n";
    PHP);
passthru(implode(' ', array_map(escapeshellarg(...), [PHP_BINARY, '-n', ...ini_options(['extension' => laravel_extensions()]), $file])));
--EXPECT--
the cache driver redislock needs the PHP extension redislock: php.ini needs extension=redislock.so
the array store works
Laravel's own works
