--TEST--
A wait at memory: runs signal handlers at once, which may release the lock, throw out of the wait or fork; it ends on time otherwise
--EXTENSIONS--
pcntl
posix
--INI--
redislock.server=memory:
--FILE--
<?php
require __DIR__ . '/../signals/sender.inc';

$holder = new RedisLock('key', 600);
$holder->acquire() || exit(1);
$lock = new RedisLock('key', 600);
[$taken, $seconds] = timed(fn (): bool => $lock->acquire(0.3));
var_dump($taken);
within(0.3, $seconds, 0.8, 'on time');

pcntl_async_signals(true);
$soon = fn () => usleep(200_000);
/** Waits for the lock while a handler does this; says what came of it, and whether that was at once. */
function during(callable $handler, callable $soon, RedisLock $lock): void
{
    pcntl_signal(SIGUSR1, $handler);
    $sender = new Sender($soon);
    $test = getmypid();
    [$result] = timed(fn (): bool => $lock->acquire(20));
    if (getmypid() !== $test) {
        // Without a shutdown: the sender is the test's.
        posix_kill(getmypid(), $result === true ? SIGKILL : SIGTERM);
    }
    $ended = now();
    echo json_encode($result), "\n";
    within(0, $ended - $sender->sent(), 0.4, 'at once');
}
during(fn () => $holder->release(), $soon, $lock);
var_dump($lock->isHeld(), $lock->release(), $holder->acquire());
during(fn () => throw new DomainException('stop'), $soon, $lock);
var_dump($lock->isHeld(), $holder->isHeld());
// The child has a memory of its own, where the lock is free; its parent waits on.
during(function () use ($holder, &$child): void {
    $child = pcntl_fork();
    if ($child !== 0) {
        pcntl_waitpid($child, $status);
        echo 'the child ', pcntl_wtermsig($status) === SIGKILL ? "has its own\n" : "has not\n";
        $holder->release();
    }
}, $soon, $lock);
var_dump($lock->isHeld(), $lock->release());

// What expires is followed at once.
(new RedisLock('short', 0.3, autoRelease: false))->acquire() || exit(1);
[$taken, $seconds] = timed(fn (): bool => (new RedisLock('short', 600))->acquire(20));
var_dump($taken);
within(0.2, $seconds, 0.8, 'after its ttl');
--EXPECT--
bool(false)
on time: yes
true
at once: yes
bool(true)
bool(true)
bool(true)
"DomainException: stop"
at once: yes
bool(false)
bool(true)
the child has its own
true
at once: yes
bool(true)
bool(true)
bool(true)
after its ttl: yes
