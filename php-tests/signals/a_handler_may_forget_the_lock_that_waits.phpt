--TEST--
A handler may drop the last reference to the object that is waiting: the wait goes on, and its lock ends with the call
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/sender.inc';

$redis = RedisServer::start();
$holder = holder($redis, test_key());
$lock = new RedisLock(test_key(), 600, $redis->address());
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use (&$lock): void {
    $lock = null;
    gc_collect_cycles();
});
$sender = new Sender(fn () => until_blocked($redis), function (int $test) use ($holder): void {
    posix_kill($test, SIGUSR1);
    $holder->say();
});
var_dump($lock->acquire(20), $lock);
$sender->sent();
$holder->wait();
show_what_is_left($redis);
--EXPECT--
bool(true)
NULL
left: nothing
