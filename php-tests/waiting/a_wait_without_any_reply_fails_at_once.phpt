--TEST--
When Redis cannot be reached from the beginning a wait fails at once with a RedisLockConnectionException
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$lock = new RedisLock(test_key(), 10, 'redis://127.0.0.1:' . free_port());
foreach ([5, INF] as $wait) {
    [$thrown, $seconds] = timed(fn () => $lock->acquire($wait));
    echo strtok($thrown, ':'), "\n";
    within(0, $seconds, 1, 'at once');
}
echo strtok(throws(fn () => $lock->run(fn () => print("called\n"), 5)), ':'), "\n";
--EXPECT--
RedisLockConnectionException
at once: yes
RedisLockConnectionException
at once: yes
RedisLockConnectionException
