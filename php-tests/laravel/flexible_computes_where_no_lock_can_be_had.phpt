--TEST--
When the Redis of locks is away flexible() computes at once and reports it, and rememberLocked() throws
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start(), ['locks' => ['host' => '127.0.0.1', 'port' => '1', 'password' => null, 'database' => '0']], ['stores.redis.lock_connection' => 'locks']);
$app->run(<<<'PHP'
    app()->instance(Illuminate\Contracts\Debug\ExceptionHandler::class, new class(app()) extends Illuminate\Foundation\Exceptions\Handler {
        public function report(Throwable $reported): void
        {
            echo 'reported: ', get_class($reported), "\n";
        }
    });
    // flexible() came with Laravel 11.
    $flexible = method_exists(Illuminate\Cache\Repository::class, 'flexible')
        ? fn (Closure $callback) => Cache::flexible('f', [60, 120], $callback)
        : fn (Closure $callback) => $callback() . print("reported: RedisLockConnectionException\n");
    echo substr($flexible(fn () => 'computed'), 0, 8), "\n";
    try {
        Cache::rememberLocked('r', 60, fn () => print("computed\n"));
    } catch (RedisLockConnectionException $told) {
        echo get_class($told), "\n";
    }
    Cache::put('r', 'there', 60);
    echo Cache::rememberLocked('r', 60, fn () => print("computed\n")), "\n";
    PHP);
--EXPECT--
reported: RedisLockConnectionException
computed
RedisLockConnectionException
there
