--TEST--
200 signals to a process that keeps a lock are all handled by PHP, and cost neither an extend nor the lock
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/renewal.inc';
require __DIR__ . '/../fork/child.inc';
$redis = RedisServer::start();

pcntl_async_signals(true);
$seen = 0;
pcntl_signal(SIGUSR1, function () use (&$seen): void { $seen++; });
$lock = new RedisLock(test_key(), 0.3, $redis->address(), autoRenew: true);
var_dump($lock->acquire());
for ($signal = 1; $signal <= 200; $signal++) {
    // From outside, so that the kernel chooses a thread of this process; each only when the last one was handled.
    if ($signal % 20 === 0) {
        $parent = getmypid();
        echo in_child(fn () => posix_kill($parent, SIGUSR1)) === 'exit code 0' ? '' : "not sent\n";
    } else {
        posix_kill(getmypid(), SIGUSR1);
    }
    eventually(PATIENCE, fn (): bool => $seen >= $signal) || print("signal $signal was not handled\n");
    usleep(3000);
}
var_dump($seen, RedisLock::stats()['renewed'] > 2, RedisLock::stats()['failed'], RedisLock::stats()['lost'], $lock->release());
--EXPECT--
bool(true)
int(200)
bool(true)
int(0)
int(0)
bool(true)
