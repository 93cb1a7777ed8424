--TEST--
A handler that forks while the reply to acquire() is awaited: of parent and child at most one holds the lock at a time
--EXTENSIONS--
pcntl
posix
--INI--
redislock.io_timeout=10
--FILE--
<?php
require __DIR__ . '/sender.inc';
require __DIR__ . '/../fork/child.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 600, $redis->address());
// Connected, and the script is known: the question that the parent has asked before the fork is answered first.
$lock->acquire(1) && $lock->release();
$test = getmypid();
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use (&$child): void { $child = pcntl_fork(); });
$redis->suspend();
$sender = new Sender(fn () => usleep(150_000), function (int $test) use ($redis): void {
    posix_kill($test, SIGUSR1);
    usleep(150_000);
    $redis->resume();
});
$taken = $lock->acquire(1);
if (getmypid() !== $test) {
    // The parent keeps the lock until this child has ended.
    exit($taken ? 1 : 0);
}
$sender->sent();
var_dump($taken, $lock->isHeld());
echo ending_of($child) === 'exit code 0' ? "the child was refused\n" : "the child holds it, too\n";
var_dump($lock->release());
--EXPECT--
bool(true)
bool(true)
the child was refused
bool(true)
