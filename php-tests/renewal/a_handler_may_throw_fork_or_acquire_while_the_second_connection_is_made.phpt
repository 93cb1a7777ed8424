--TEST--
A signal handler that throws while the connection for renewal is made ends the acquire; one that forks or acquires does not, and one process holds
--EXTENSIONS--
pcntl
--INI--
redislock.io_timeout=10
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();
$of = function (string $name) use (&$redis): RedisLock {
    return new RedisLock(test_key($name), 5, $redis->address(), autoRenew: true);
};
pcntl_async_signals(true);
/** Acquires where the server stands still, and the handler runs after a second. */
$acquire = function (RedisLock $lock, callable $handler, float $wait) use (&$redis): bool {
    pcntl_signal(SIGALRM, $handler);
    $redis->suspend();
    pcntl_alarm(1);
    try {
        return $lock->acquire($wait);
    } finally {
        $redis->resume();
    }
};

foreach ([0, 20] as $wait) {
    echo throws(fn () => $acquire($of('thrown'), fn () => throw new DomainException('stop'), $wait)), "\n";
}
var_dump($redis->call('EXISTS', test_key('thrown')));

// The nested one makes the connection that both use.
$inner = $of('inner');
var_dump($acquire($outer = $of('outer'), fn () => [$redis->resume(), $inner->acquire() || print("no\n")], 0), $inner->isHeld(), renewed(2));
var_dump(count($redis->clients()), $outer->release(), $inner->release());

// Both go on, each with a connection of its own, and one of them holds.
$redis = RedisServer::start();
$forked = null;
$lock = $of('forked');
$held = $acquire($lock, function () use (&$forked, $redis): void {
    $forked = pcntl_fork();
    $redis->resume();
}, 0);
if ($forked === 0) {
    exit(($held ? 1 : 0) + ($held && renewed(1) ? 2 : 0));
}
pcntl_waitpid($forked, $status);
var_dump((int) $held + (pcntl_wexitstatus($status) === 3 ? 1 : 0), $held === false || renewed(1));
--EXPECT--
DomainException: stop
DomainException: stop
int(0)
bool(true)
bool(true)
bool(true)
int(2)
bool(true)
bool(true)
int(1)
bool(true)
