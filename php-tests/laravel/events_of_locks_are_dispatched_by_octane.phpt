--TEST--
At the end of a request of Octane's its events of locks are dispatched, the release of what it left among them
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/octane.inc';

$app = new LaravelApp(RedisServer::start(), ini: ['redislock.events' => '100']);
add_octane($app);
$app->run(<<<'PHP'
    require_once $app->path('octane.php');
    $app['events']->listen(RedisLock\Laravel\Events\LockEventsTaken::class, function ($taken): void {
        echo '  ', implode(', ', array_map(fn (array $event): string => "$event[key] $event[event] ($event[outcome])", $taken->events)), "\n";
    });
    $kept = [];
    $worker = new Laravel\Octane\Worker($app);
    foreach (['first', 'second'] as $name) {
        $worker->handle(function () use ($name, &$kept): void {
            $kept[] = $left = new RedisLock($name, 60);
            $left->acquire() || exit(1);
            echo "the $name request\n";
        });
    }
    PHP);
--EXPECT--
the first request
  first acquired (free), first released (release_all)
the second request
  second acquired (free), second released (release_all)
