--TEST--
A child that a handler forks within a wait goes on with a connection of its own at once, and takes no signal of its parent's
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/sender.inc';
require __DIR__ . '/../fork/child.inc';

$redis = RedisServer::start();
$test = getmypid();
pcntl_async_signals(true);
for ($round = 0; $round < 3; $round++) {
    $holder = holder($redis, test_key());
    $lock = new RedisLock(test_key(), 600, $redis->address());
    pcntl_signal(SIGUSR1, function () use (&$child): void { $child = pcntl_fork(); });
    $sender = new Sender(fn () => until_blocked($redis));
    // Both are blocked, long before the slice ends in which the parent forked; then the parent is the first in the queue.
    $both = new Sender(fn () => until_blocked($redis, 2), fn () => $holder->say());
    $taken = $lock->acquire(20);
    if (getmypid() !== $test) {
        exit($taken ? 0 : 1);
    }
    $acquired = now();
    within(0, $both->sent() - $sender->sent(), 0.5, 'at once');
    within(0, $acquired - $both->sent(), 0.5, 'the parent was woken');
    $lock->release();
    echo ending_of($child), "\n";
    $holder->wait();
}
--EXPECT--
at once: yes
the parent was woken: yes
exit code 0
at once: yes
the parent was woken: yes
exit code 0
at once: yes
the parent was woken: yes
exit code 0
