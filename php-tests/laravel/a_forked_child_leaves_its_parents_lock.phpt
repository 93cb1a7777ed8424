--TEST--
A forked child releases its parent's lock neither by its end nor by release(), unless it restores it on purpose
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start());
$app->run(<<<'PHP'
    $lock = Cache::lock('foo', 60)->autoRelease();
    $lock->get();
    $inChild = function (callable $f): void {
        if (pcntl_fork() === 0) {
            echo json_encode($f()), "\n";
            exit;
        }
        pcntl_wait($status);
    };
    $inChild(fn () => null);
    echo $lock->isLocked() ? "held\n" : "gone\n";
    $inChild(fn () => $lock->release());
    echo $lock->isLocked() ? "held\n" : "gone\n";
    $inChild(fn () => Cache::restoreLock('foo', $lock->owner())->release());
    echo $lock->isLocked() ? "held\n" : "gone\n";
    PHP);
--EXPECT--
null
held
false
held
true
gone
