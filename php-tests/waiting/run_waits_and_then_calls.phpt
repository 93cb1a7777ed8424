--TEST--
run() with a wait calls its callback as soon as the lock is free, once, and releases the lock after it
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$key = test_key();
$holder = holder($redis, $key);
$waiter = process($redis, $key, <<<'PHP'
    echo $lock->run(function (RedisLock $lock): string {
        echo $lock->isHeld() ? "called with the lock\n" : "called without the lock\n";

        return 'the result';
    }, 20), "\n";
    echo $lock->isLocked() ? "locked\n" : "free\n";
    PHP);
until_blocked($redis);
echo "the holder releases\n";
$holder->say();
echo $waiter->wait()->out;
show_what_is_left($redis);
--EXPECT--
the holder releases
called with the lock
the result
free
left: nothing
