--TEST--
waits and holds start at zero in a forked child, also in one that a signal handler forks in a wait; the parent's go on
--EXTENSIONS--
pcntl
redislock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../fork/child.inc';

$redis = RedisServer::start();
$counts = fn (): string => implode(' ', array_map(fn (string $which): int => RedisLock::stats()[$which]['count'], ['waits', 'holds']));
$lock = new RedisLock(test_key(), 600, $redis->address());
$lock->run(fn () => null);
$lock->acquire() || exit(1);
echo in_child(function () use ($counts, $lock): void {
    echo 'child: ', $counts(), "\n";
    unset($lock);
    echo 'child: ', $counts(), "\n";
}), "\n";
$lock->release();
echo 'parent: ', $counts(), "\n";

$redis->call('SET', test_key(), 'another');
pcntl_async_signals(true);
pcntl_signal(SIGALRM, function () use (&$child): void {
    $child = pcntl_fork();
});
pcntl_alarm(1);
$refused = $lock->acquire(1.5);
if ($child === 0) {
    echo 'child of a wait: ', var_export($refused, true), ' ', $counts(), "\n";
    exit;
}
echo ending_of($child), "\n", 'parent: ', var_export($refused, true), ' ', $counts(), "\n";
?>
--EXPECT--
child: 0 0
child: 0 0
exit code 0
parent: 0 2
child of a wait: false 0 0
exit code 0
parent: false 1 2
