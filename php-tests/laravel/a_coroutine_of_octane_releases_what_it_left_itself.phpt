--TEST--
Where Octane's requests are coroutines and waits suspend, the end of each releases what it left, and nothing of the others
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
        echo 'reported: ', implode(' ', $left->context()['keys']), "\n";

        return false;
    });
    RedisLock::waitUsing(fn () => false);
    $leave = function (string $name): void {
        Kept::$all[] = $lock = new RedisLock($name, 600);
        $lock->acquire() || print("$name is held\n");
    };
    $show = fn (string $after) => print("after $after: " . (implode(' ', array_column(RedisLock::locks(), 'key')) ?: 'none') . "\n");
    $worker = new Laravel\Octane\Worker($app);

    $request = function (string $name, bool $fails = false) use ($worker, $leave): Fiber {
        $fiber = new Fiber(fn () => $worker->handle(function () use ($name, $fails, $leave): void {
            $leave($name);
            Fiber::suspend();
            $fails && throw new RuntimeException('no response');
        }));
        $fiber->start();

        return $fiber;
    };
    $first = $request('first');
    $second = $request('second', fails: true);
    $second->resume();
    $show('the second');
    $third = $request('third');
    $first->resume();
    $show('the first');
    $third->resume();
    $show('the third');
    $worker->handle(fn () => $leave('fourth'));
    $show('the fourth');
    PHP);
--EXPECT--
reported: second
after the second: first
reported: first
after the first: third
reported: third
after the third: none
reported: fourth
after the fourth: none
