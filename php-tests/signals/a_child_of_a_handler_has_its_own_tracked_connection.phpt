--TEST--
A child that a handler forks while Redis is to report a release goes on with a connection of its own, and so does its parent
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
$lock = new RedisLock(test_key(), 600, $redis->address());
pcntl_signal(SIGUSR1, function () use (&$child): void { $child = pcntl_fork(); });
for ($round = 0; $round < 3; $round++) {
    $redis->call('SET', test_key(), 'of another make');
    $sender = new Sender(fn () => until_told($redis, 1));
    $both = new Sender(fn () => until_told($redis, 2), fn () => $redis->call('DEL', test_key()));
    $taken = $lock->acquire(20);
    if (getmypid() !== $test) {
        usleep(20_000);
        exit($taken && $lock->release() ? 0 : 1);
    }
    within(0, $both->sent() - $sender->sent(), 1, 'at once');
    var_dump($taken, $lock->release());
    echo ending_of($child), "\n";
    // The parent's is in the pool, as any other.
    until_told($redis, 0);
}
--EXPECT--
at once: yes
bool(true)
bool(true)
exit code 0
at once: yes
bool(true)
bool(true)
exit code 0
at once: yes
bool(true)
bool(true)
exit code 0
