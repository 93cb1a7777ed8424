--TEST--
A lock outlives its object and its process, as Laravel's own does; autoRelease() ends it with the object
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start());
$app->run('Cache::lock("kept", 60)->get(); echo Cache::lock("kept")->isLocked() ? "kept\n" : "gone\n";');
$app->run(<<<'PHP'
    echo Cache::lock('kept')->isLocked() ? "kept after the process\n" : "gone\n";
    $lock = Cache::lock('released', 60)->autoRelease();
    echo $lock->get() && Cache::lock('released')->isLocked() ? "held\n" : "not held\n";
    $lock = null;
    echo Cache::lock('released')->isLocked() ? "kept\n" : "released\n";
    $restored = Cache::lock('restored', 60);
    $restored->get();
    Cache::restoreLock('restored', $restored->owner())->autoRelease();
    echo Cache::lock('restored')->isLocked() ? "left to its taker\n" : "taken from its taker\n";
    $late = Cache::lock('late', 60);
    $late->get();
    try {
        $late->autoRelease();
    } catch (LogicException $mistake) {
        echo $mistake->getMessage(), "\n";
    }
    PHP);
--EXPECTF--
kept
kept after the process
held
released
left to its taker
autoRelease() comes before all else that is called on lock "laravel_database_laravel_cache%Slate"
