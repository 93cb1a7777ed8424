--TEST--
A queue:work that a request of Octane's calls releases nothing of that request, though another of its coroutines has ended meanwhile
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/octane.inc';

$app = new LaravelApp(RedisServer::start());
add_octane($app);
$app->run(<<<'PHP'
    require_once $app->path('octane.php');
    RedisLock::waitUsing(fn () => false);
    $worker = new Laravel\Octane\Worker($app);
    $request = function (Closure $work) use ($worker): Fiber {
        $fiber = new Fiber(fn () => $worker->handle($work));
        $fiber->start();

        return $fiber;
    };
    $first = $request(function (): void {
        $lock = new RedisLock('first', 600);
        $lock->acquire() || exit(1);
        Fiber::suspend();
        Illuminate\Support\Facades\Artisan::call('queue:work', ['--stop-when-empty' => true, '--sleep' => 0]);
        echo 'after the worker: ', json_encode($lock->isHeld()), "\n";
    });
    $request(fn () => throw new RuntimeException('no response'));
    $request(fn () => null);
    $first->resume();
    PHP);
--EXPECT--
after the worker: true
