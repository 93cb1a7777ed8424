--TEST--
At the end of a request, task and tick of Octane's what it left is released and reported; the worker's own and Laravel's usual locks stay
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
    final class Kept
    {
        public static array $all = [];
    }
    $app->make(Illuminate\Contracts\Debug\ExceptionHandler::class)->reportable(function (RedisLock\Laravel\LocksLeftException $left): bool {
        echo '  reported: ', implode(' ', $left->context()['keys']), "\n";

        return false;
    });
    $held = function (string $name): RedisLock {
        $lock = new RedisLock($name, 600);
        $lock->acquire() || print("  $name is held\n");

        return $lock;
    };
    $show = function (string $after): void {
        $keys = array_column(RedisLock::locks(), 'key');
        echo "after $after: ", implode(' ', $keys) ?: 'none', "\n";
    };
    $boot = $held('boot');
    $worker = new Laravel\Octane\Worker($app);

    $worker->handle(function ($sandbox) use ($held): void {
        Kept::$all[] = $held('static');
        $cycle = new stdClass();
        $cycle->self = $cycle;
        $cycle->lock = $held('cycle');
        $sandbox->instance('kept', $held('in the container'));
        Kept::$all[] = Cache::lock('laravels', 600)->autoRelease();
        end(Kept::$all)->get();
        Cache::lock('outlives', 600)->get();
        $local = $held('local');
    });
    $show('a request');
    // All of it can be had again, by the same objects.
    $worker->handle(fn (): bool => Kept::$all[0]->acquire() && Kept::$all[1]->get());
    $show('the next');
    $worker->handle(function () use ($held): never {
        Kept::$all[] = $held('failed');
        throw new RuntimeException('no response');
    });
    $show('a failed request');
    $worker->handleTask(function () use ($held): void {
        Kept::$all[] = $held('task');
    });
    $show('a task');
    $app['events']->listen(Laravel\Octane\Events\TickReceived::class, function () use ($held): void {
        Kept::$all[] = $held('tick');
    });
    $worker->handleTick();
    $show('a tick');
    $worker->handle(fn (): bool => (new RedisLock('clean', 600))->acquire());
    $show('a clean request');
    echo $boot->isHeld() ? 'boot is held, ' : '', RedisLock::stats()['forgotten'], " forgotten\n";
    PHP);
--EXPECTF--
reported: static cycle in the container laravel_database_laravel_cache%r:?%rlaravels
after a request: boot laravel_database_laravel_cache%r:?%routlives
  reported: static laravel_database_laravel_cache%r:?%rlaravels
after the next: boot laravel_database_laravel_cache%r:?%routlives
  reported: failed
after a failed request: boot laravel_database_laravel_cache%r:?%routlives
  reported: task
after a task: boot laravel_database_laravel_cache%r:?%routlives
  reported: tick
after a tick: boot laravel_database_laravel_cache%r:?%routlives
after a clean request: boot laravel_database_laravel_cache%r:?%routlives
boot is held, 9 forgotten
