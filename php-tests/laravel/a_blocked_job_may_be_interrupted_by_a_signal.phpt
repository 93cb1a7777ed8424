--TEST--
A signal's handler runs in the middle of block(), and may throw out of it; nothing is held then
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp($redis = RedisServer::start());
$app->run(<<<'PHP'
    pcntl_async_signals(true);
    $alarms = 0;
    pcntl_signal(SIGALRM, function () use (&$alarms) {
        $alarms++;
        Cache::lock('another', 60)->get(fn () => print "a lock within the handler\n");
        throw new DomainException('interrupted');
    });
    $held = Cache::lock('foo', 60);
    $held->get();
    pcntl_alarm(1);
    $start = microtime(true);
    try {
        Cache::lock('foo', 60)->block(30);
    } catch (DomainException $e) {
        echo $e->getMessage(), ' after ', round(microtime(true) - $start), " s\n";
    }
    echo $held->release() ? "released\n" : "lost\n", Cache::lock('foo')->isLocked() ? "held\n" : "free\n";
    PHP);
--EXPECT--
a lock within the handler
interrupted after 1 s
released
free
