--TEST--
At the end of a request Laravel dispatches the events of its locks; without a listener they stay in the extension
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start());
$app->run(<<<'PHP'
    use RedisLock\Laravel\Events\{LockAcquired, LockContended, LockEventsTaken, LockLost, LockReleased};

    $serve = function (Closure $work) use ($app): void {
        $app['router']->get('/', function () use ($work): string {
            $work();

            return '';
        });
        $kernel = $app->make(Illuminate\Contracts\Http\Kernel::class);
        $response = $kernel->handle($request = Illuminate\Http\Request::create('/'));
        $response->getStatusCode() === 200 || print($response->getContent());
        echo "the response is sent\n";
        $kernel->terminate($request, $response);
    };
    $serve(fn () => Cache::lock('orders:42', 60)->get(fn (): bool => true));
    echo 'without a listener: ', implode(' ', array_column(RedisLock::events(), 'event')), "\n";

    $app['events']->listen([LockAcquired::class, LockContended::class, LockLost::class, LockReleased::class], function (object $event): void {
        printf('  %s %s (%s)', class_basename($event), preg_replace('/^.*_cache:?/', '', $event->name), $event->outcome);
        printf(", waited %s, held %s\n", $event->waited > 0 ? 'a while' : 'not', $event->held > 0 ? 'a while' : 'not');
    });
    $serve(function (): void {
        Cache::lock('orders:42', 60)->get(fn () => Cache::lock('orders:42', 60)->get());
        Cache::lock('stock', 1)->get();
        Cache::lock('stock', 60)->block(20, fn () => usleep(1000));
        try {
            Cache::lock('lost', 60)->get(fn () => Redis::connection('default')->del(Cache::getPrefix() . 'lost'));
        } catch (RedisLockLostException) {
        }
    });
    $app['events']->listen(LockEventsTaken::class, function (LockEventsTaken $taken): void {
        echo '  all: ', implode(' ', array_map(fn (array $event): string => "$event[event] ($event[outcome])", $taken->events)), "\n";
    });
    $serve(function (): void {
        Cache::lock('left', 60)->get();
    });
    PHP, ['redislock.events' => '100']);
--EXPECT--
the response is sent
without a listener: acquired released
the response is sent
  LockAcquired orders:* (free), waited not, held not
  LockContended orders:* (held_by_another), waited not, held not
  LockReleased orders:* (release), waited not, held a while
  LockAcquired stock (free), waited not, held not
  LockAcquired stock (waited), waited a while, held not
  LockReleased stock (release), waited a while, held a while
  LockAcquired lost (free), waited not, held not
  LockLost lost (token_gone), waited not, held a while
the response is sent
  all: acquired (free) abandoned (left)
  LockAcquired left (free), waited not, held not
