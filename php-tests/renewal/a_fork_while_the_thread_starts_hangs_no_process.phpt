--TEST--
A fork at the moment when the thread starts: child and grandchild can use every method
--EXTENSIONS--
pcntl
--INI--
redislock.io_timeout=20
--FILE--
<?php
require __DIR__ . '/renewal.inc';
require __DIR__ . '/../fork/child.inc';
$redis = RedisServer::start();

$use = function (string $suffix) use ($redis): RedisLock {
    $lock = new RedisLock(test_key($suffix), 5, $redis->address(), autoRenew: true, fence: true);
    $lock->acquire() && $lock->isHeld() && $lock->extend() && $lock->release() && $lock->acquire(1) || exit(1);

    return $lock;
};
$ends = [];
for ($fork = 0; $fork < 100; $fork++) {
    // Each child is a process that has had no thread.
    $end = in_child(function () use ($use): void {
        $lock = new RedisLock(test_key('-child'), 5, $GLOBALS['redis']->address(), autoRenew: true);
        $lock->acquire() || exit(2);
        // The thread has just been started.
        $end = in_child(fn () => $use('-grandchild'));
        exit($end === 'exit code 0' && $lock->release() ? 0 : 3);
    });
    $ends[$end] = ($ends[$end] ?? 0) + 1;
}
echo json_encode($ends), "\n";
--EXPECT--
{"exit code 0":100}
