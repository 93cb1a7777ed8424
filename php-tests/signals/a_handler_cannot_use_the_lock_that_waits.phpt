--TEST--
acquire() or run() in a handler on the object that is waiting is a LogicException; its other methods work
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/sender.inc';

$redis = RedisServer::start();
$lock = held_by_another($redis);
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use ($lock): void {
    $calls = [fn () => $lock->acquire(), fn () => $lock->acquire(1), fn () => $lock->run(fn () => print("called\n"), 1)];
    echo str_replace(test_key(), 'KEY', implode("\n", array_map(throws(...), $calls))), "\n";
    var_dump($lock->isHeld(), $lock->release(), $lock->extend(), $lock->isLocked(), $lock->remaining());
});
$sender = new Sender(fn () => until_blocked($redis));
[$taken, $seconds] = timed(fn (): bool => $lock->acquire(0.7));
$sender->sent();
var_dump($taken);
within(0.7, $seconds, 1.2, 'to its end');
--EXPECT--
LogicException: could not acquire lock "KEY": this object is waiting for it already; use another object
LogicException: could not acquire lock "KEY": this object is waiting for it already; use another object
LogicException: could not acquire lock "KEY": this object is waiting for it already; use another object
bool(false)
bool(false)
bool(false)
bool(true)
float(0)
bool(false)
to its end: yes
