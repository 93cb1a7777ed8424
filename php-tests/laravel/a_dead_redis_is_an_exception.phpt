--TEST--
A Redis that cannot be reached is an exception of its own, never a no; what ends by itself ends silently
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp($redis = RedisServer::start());
$holder = $app->background(<<<'PHP'
    $lock = Cache::lock('foo', 60)->autoRelease();
    $lock->get();
    echo "held\n";
    fgets(STDIN);
    foreach ([fn () => Cache::lock('bar')->get(), fn () => Cache::lock('bar')->block(1), fn () => $lock->release()] as $ask) {
        try {
            echo json_encode($ask()), "\n";
        } catch (RedisLockConnectionException $unreachable) {
            echo preg_replace(['/cache:/', '/ 127.*/'], ['cache', ''], $unreachable->getMessage()), "\n";
        }
    }
    PHP);
$holder->waitForLine('held');
$redis->stop();
$holder->say();
$result = $holder->wait();
echo $result->out, $result->err, $result->code, "\n";
--EXPECT--
held
could not acquire lock "laravel_database_laravel_cachebar":
could not acquire lock "laravel_database_laravel_cachebar":
false
0
