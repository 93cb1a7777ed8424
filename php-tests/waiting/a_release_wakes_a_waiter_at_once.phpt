--TEST--
A release wakes a waiter of another process at once, whatever its wait is, and it holds what was released
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$key = test_key();
$lock = new RedisLock($key, 600, $redis->address());
foreach (['5', '7.25', 'INF'] as $wait) {
    $lock->acquire() || exit(1);
    $waiter = waiter($redis, $key, $wait);
    until_blocked($redis);
    $released = now();
    $lock->release();
    // Its slice would end 1 s after it began, which was just now.
    within(0, acquired_at($waiter) - $released, 0.5, "a wait of $wait ended at once");
    var_dump($lock->acquire());
    $waiter->say();
    $waiter->wait();
}
show_what_is_left($redis);
--EXPECT--
a wait of 5 ended at once: yes
bool(false)
a wait of 7.25 ended at once: yes
bool(false)
a wait of INF ended at once: yes
bool(false)
left: nothing
