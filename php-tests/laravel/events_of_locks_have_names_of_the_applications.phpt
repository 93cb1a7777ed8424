--TEST--
The application may name locks in another way; a listener that throws is reported and keeps no other from its events, and its own locks have none
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start(), ini: ['redislock.events' => '100']);
$app->run(<<<'PHP'
    use RedisLock\Laravel\Events\{LockAcquired, LockReleased};
    use RedisLock\Laravel\LockEvents;

    $app->make(Illuminate\Contracts\Debug\ExceptionHandler::class)->reportable(function (RuntimeException $thrown): bool {
        echo '  reported: ', $thrown->getMessage(), "\n";

        return false;
    });
    $app->make(LockEvents::class)->nameUsing(fn (string $key, string $name): string => Illuminate\Support\Str::after($name, Cache::getPrefix()));
    $app['events']->listen(LockAcquired::class, function (LockAcquired $acquired): void {
        echo "  acquired: $acquired->name\n";
        Cache::lock('of the listener', 60)->get(fn (): bool => true);
        throw new RuntimeException('this listener fails');
    });
    $app['events']->listen(LockReleased::class, function (LockReleased $released): void {
        echo "  released: $released->name\n";
    });
    foreach (['first', 'second'] as $end) {
        Cache::lock('orders:42', 60)->get(fn (): bool => true);
        echo "the $end end\n";
        $app->make(Illuminate\Contracts\Console\Kernel::class)->terminate(new Symfony\Component\Console\Input\StringInput(''), 0);
    }
    PHP);
--EXPECT--
the first end
  acquired: orders:*
  reported: this listener fails
  released: orders:*
the second end
  acquired: orders:*
  reported: this listener fails
  released: orders:*
