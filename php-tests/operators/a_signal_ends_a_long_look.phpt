--TEST--
A signal handler that throws ends RedisLock::locks() in the middle, and the connection's next replies are the right ones
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, fn () => throw new RuntimeException('the handler'));
$redis->suspend();
$parent = getmypid();
$child = pcntl_fork();
if ($child === 0) {
    usleep(100_000);
    posix_kill($parent, SIGUSR1);
    posix_kill(getmypid(), SIGKILL);
}
$begin = hrtime(true);
echo throws(fn () => RedisLock::locks('*', $redis->address())), "\n";
var_dump((hrtime(true) - $begin) / 1e9 < 0.9);
$redis->resume();
var_dump(RedisLock::locks('*', $redis->address()), RedisLock::describe('a', $redis->address()));
pcntl_waitpid($child, $status);
--EXPECT--
RuntimeException: the handler
bool(true)
array(0) {
}
NULL
