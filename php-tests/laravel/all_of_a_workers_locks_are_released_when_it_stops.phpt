--TEST--
A worker that kills itself releases every lock with autoRelease(), and no other
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start());
$app->run(<<<'PHP'
    $locks = array_map(fn (int $number) => Cache::lock("own $number", 60)->autoRelease(), range(1, 5));
    array_map(fn ($lock) => $lock->get(), $locks);
    Cache::lock('another', 60)->get();
    $app['events']->dispatch(new Illuminate\Queue\Events\WorkerStopping(Illuminate\Queue\Worker::EXIT_ERROR));
    $isLocked = fn (int $number): bool => Cache::lock("own $number")->isLocked();
    echo count(array_filter(range(1, 5), $isLocked)), ' of 5 are held, ', Cache::lock('another')->isLocked() ? 'and the other' : 'not the other', "\n";
    PHP);
--EXPECT--
0 of 5 are held, and the other
