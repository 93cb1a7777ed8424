--TEST--
A signal handler that returns leaves RedisLock::locks() whole
--EXTENSIONS--
pcntl
posix
--INI--
memory_limit=128M
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$locks = array_map(fn (int $i): RedisLock => new RedisLock("job:$i", 600, $redis->address()), range(1, 300));
array_walk($locks, fn (RedisLock $lock) => $lock->acquire() || print("not acquired\n"));
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, fn () => print("handled\n"));
$redis->suspend();
$parent = getmypid();
$child = pcntl_fork();
if ($child === 0) {
    usleep(100_000);
    posix_kill($parent, SIGUSR1);
    usleep(100_000);
    $redis->resume();
    posix_kill(getmypid(), SIGKILL);
}
// The VM is to look for interrupts once more when it returns.
echo count(RedisLock::locks('*', $redis->address())), "\n";
pcntl_waitpid($child, $status);
--EXPECT--
handled
300
