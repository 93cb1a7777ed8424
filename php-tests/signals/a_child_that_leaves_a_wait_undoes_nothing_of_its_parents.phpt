--TEST--
A child that a handler forks while a reply is awaited leaves its parent's lock alone, also when it exits or throws there
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
$test = getmypid();
pcntl_async_signals(true);
$ways = ['exits' => fn () => exit(0), 'throws' => fn () => throw new DomainException('stop'), 'waits on' => fn () => null];
foreach ($ways as $way => $leave) {
    $lock = new RedisLock(test_key($way), 600, $redis->address());
    // Connected, and the script is known: what the parent has asked before the fork is answered first.
    $lock->acquire(1) && $lock->release();
    pcntl_signal(SIGUSR1, function () use (&$child, $leave): void {
        $child = pcntl_fork();
        $child === 0 && $leave();
    });
    $redis->suspend();
    $sender = new Sender(fn () => usleep(100_000), function (int $test) use ($redis): void {
        posix_kill($test, SIGUSR1);
        usleep(150_000);
        $redis->resume();
    });
    try {
        $taken = $lock->acquire(0.5);
    } catch (DomainException) {
        // What it may have left is undone at its next contact.
        $lock->isLocked();
        $taken = false;
    }
    if (getmypid() !== $test) {
        exit($taken ? 1 : 0);
    }
    $sender->sent();
    echo "the child $way: ", ending_of($child), ', ', $lock->isHeld() ? 'still held' : 'held no more', "\n";
}
--EXPECT--
the child exits: exit code 0, still held
the child throws: exit code 0, still held
the child waits on: exit code 0, still held
