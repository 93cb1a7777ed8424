--TEST--
run() whose wait times out throws a RedisLockNotAcquiredException that names the wait, and does not call the callback
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$redis->call('SET', test_key(), 'rl_another');
$lock = new RedisLock(test_key(), 600, $redis->address());
foreach ([0.05, '0.1', 1] as $wait) {
    [$thrown, $seconds] = timed(fn () => $lock->run(fn () => print("called\n"), $wait));
    echo str_replace(test_key(), 'KEY', $thrown), "\n";
    within((float) $wait, $seconds, $wait + 0.5, 'after its wait');
}
--EXPECT--
RedisLockNotAcquiredException: could not acquire lock "KEY": it was still held by another after a wait of 0.05 s; the callback was not called
after its wait: yes
RedisLockNotAcquiredException: could not acquire lock "KEY": it was still held by another after a wait of 0.1 s; the callback was not called
after its wait: yes
RedisLockNotAcquiredException: could not acquire lock "KEY": it was still held by another after a wait of 1 s; the callback was not called
after its wait: yes
