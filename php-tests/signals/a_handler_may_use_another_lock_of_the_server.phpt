--TEST--
A handler takes and releases other locks of the same server, waiting for them if need be, while the wait goes on
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/sender.inc';

$redis = RedisServer::start();
$lock = held_by_another($redis);
$other = holder($redis, test_key('-other'), 0.3);
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use ($redis): void {
    $free = new RedisLock(test_key('-free'), 10, $redis->address());
    var_dump($free->acquire(), $free->extend(20), $free->release(), $free->isLocked());
    // Held for a moment, so this is a wait within a wait.
    $held = new RedisLock(test_key('-other'), 10, $redis->address());
    var_dump($held->acquire(5), $held->isHeld());
    echo throws(fn () => $held->run(fn () => null, 1)) === 'nothing was thrown' ? "" : "it holds already\n";
});
$sender = new Sender(fn () => until_blocked($redis));
[$taken, $seconds] = timed(fn (): bool => $lock->acquire(1.5));
$sender->sent();
var_dump($taken);
within(1.5, $seconds, 2, 'to its end');
show_what_is_left($redis, test_key());
var_dump(RedisLock::stats()['failed']);
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
it holds already
bool(false)
to its end: yes
left: nothing
int(0)
