--TEST--
A lock that was restored and refreshed is held like any other: get() and block() say so
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start());
$app->run(<<<'PHP'
    ($first = Cache::lock('foo', 60))->get();
    $restored = Cache::restoreLock('foo', $first->owner());
    echo json_encode([$restored->refresh(60), $restored->get()]), "\n";
    try {
        $restored->block(0.1);
    } catch (Illuminate\Contracts\Cache\LockTimeoutException $timeout) {
        echo "held all the time\n";
    }
    echo json_encode([$restored->release(), $restored->get()]), "\n";
    PHP);
--EXPECT--
[true,false]
held all the time
[true,true]
