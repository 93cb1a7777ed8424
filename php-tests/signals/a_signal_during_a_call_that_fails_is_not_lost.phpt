--TEST--
A signal that arrives during a call that ends in an exception has its handler run, and what the handler throws is what arrives
--EXTENSIONS--
pcntl
posix
--INI--
redislock.io_timeout=0.3
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$server = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $server->address());
$lock->isLocked();                       // connected
pcntl_async_signals(true);
$seen = 0;
$handlers = [
    function () use (&$seen) { $seen++; },
    function () { throw new DomainException('stop'); },
];
foreach ($handlers as $handler) {
    pcntl_signal(SIGUSR1, $handler);
    $server->suspend();
    $parent = getmypid();
    $child = pcntl_fork();
    if ($child === 0) {
        usleep(50_000);
        posix_kill($parent, SIGUSR1);
        posix_kill(getmypid(), SIGKILL);  // no shutdown: the server is the parent's
    }
    echo strtok(throws(fn () => $lock->acquire()), ' '), "\n";
    pcntl_waitpid($child, $status);
    $server->resume();
}
var_dump($seen);
--EXPECT--
RedisLockConnectionException:
DomainException:
int(1)
