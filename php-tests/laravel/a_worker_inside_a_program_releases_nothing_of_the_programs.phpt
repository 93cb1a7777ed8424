--TEST--
A queue:work that is called inside a program or a job releases nothing that these hold; what its own last job left it does release
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/jobs.inc';

$app = new LaravelApp(RedisServer::start());
$work = "\\Illuminate\\Support\\Facades\\Artisan::call('queue:work', ['--stop-when-empty' => true, '--sleep' => 0]);";
add_job($app, <<<PHP
    if (\$this->name === 'outer') {
        \$held = new \\RedisLock('outer', 600);
        \$held->acquire() || exit(1);
        self::dispatch('inner');
        $work
        echo 'in the job: ', json_encode(\$held->isHeld()), "\\n";
        return;
    }
    \$left = new \\RedisLock('left', 600);
    \$left->acquire() || exit(1);
    self::\$kept[] = \$left;
    PHP, '', 'public static array $kept = [];');
$app->run(<<<PHP
    \$cached = Cache::lock('cache', 60)->autoRelease();
    \$first = new RedisLock('first', 60);
    echo 'held: ', json_encode([\$cached->get(), \$first->acquire()]), "\\n";
    $work
    \$second = new RedisLock('second', 60);
    \$second->acquire() || exit(1);
    $work
    \$held = fn () => json_encode([\$cached->isOwnedByCurrentProcess(), \$first->isHeld(), \$second->isHeld()]);
    echo 'after two workers: ', \$held(), "\\n";
    App\\Jobs\\Work::dispatch('outer');
    $work
    echo 'after a worker inside a job: ', \$held(), ', and what was left is ', RedisLock::describe('left') === null ? 'free' : 'held', "\\n";
    PHP);
--EXPECT--
held: [true,true]
after two workers: [true,true,true]
works on outer
works on inner
in the job: true
after a worker inside a job: [true,true,true], and what was left is free
