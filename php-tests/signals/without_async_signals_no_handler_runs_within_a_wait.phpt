--TEST--
Without pcntl_async_signals no handler runs within a wait; pcntl_signal_dispatch() runs it after the wait
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/sender.inc';

$redis = RedisServer::start();
$lock = held_by_another($redis);
$ran = 0;
pcntl_signal(SIGUSR1, function () use (&$ran): void { $ran++; });
$sender = new Sender(fn () => until_blocked($redis));
[$taken, $seconds] = timed(fn (): bool => $lock->acquire(0.7));
$sender->sent();
var_dump($taken, $ran);
within(0.7, $seconds, 1.2, 'to its end');
pcntl_signal_dispatch();
var_dump($ran);
--EXPECT--
bool(false)
int(0)
to its end: yes
int(1)
