--TEST--
A signal handler forks while replicas confirm: the lock is the parent's, whether the child waits on or leaves
--EXTENSIONS--
pcntl
posix
--INI--
redislock.io_timeout=10
--FILE--
<?php
require __DIR__ . '/replica.inc';
require __DIR__ . '/../signals/sender.inc';
require __DIR__ . '/../fork/child.inc';
$master = master();
$replica = replica_of($master);
$test = getmypid();
pcntl_async_signals(true);
$ways = ['waits on' => fn () => null, 'throws' => fn () => throw new DomainException('stop')];
foreach ($ways as $way => $leave) {
    $replica->suspend();
    pcntl_signal(SIGUSR1, function () use (&$child, $leave): void {
        $child = pcntl_fork();
        $child === 0 && $leave();
    });
    $lock = new RedisLock(test_key($way), 600, $master->address(), replicas: 1);
    $isTaken = fn (): bool => $master->call('EXISTS', test_key($way)) === 1;
    $sender = new Sender(fn () => eventually(PATIENCE, $isTaken), function (int $test) use ($replica): void {
        posix_kill($test, SIGUSR1);
        usleep(700_000);
        $replica->resume();
    });
    try {
        $taken = $lock->acquire(0.3);
    } catch (DomainException) {
        // Any contact sends what waits for one.
        $taken = !$lock->isLocked();
    }
    if (getmypid() !== $test) {
        exit((int) $taken);
    }
    $sender->sent();
    echo "the child $way: ", ending_of($child), "\n";
    var_dump($taken, $lock->isHeld(), $lock->release());
}
--EXPECT--
the child waits on: exit code 0
bool(true)
bool(true)
bool(true)
the child throws: exit code 0
bool(true)
bool(true)
bool(true)
