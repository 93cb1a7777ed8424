--TEST--
A waiter that had a reply goes on waiting while Redis is restarted, and takes the lock that the restart has freed
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$key = test_key();
foreach (['20', 'INF'] as $wait) {
    $holder = holder($redis, $key);
    $waiter = waiter($redis, $key, $wait);
    until_blocked($redis);
    $redis->stop();
    // Long enough for several tries that are refused.
    usleep(300_000);
    var_dump($waiter->isRunning());
    $redis->restart();
    $restarted = now();
    within(-PATIENCE, acquired_at($waiter) - $restarted, 2, "a wait of $wait");
    $holder->kill();
    $waiter->say();
    $waiter->wait();
}
show_what_is_left($redis);
--EXPECT--
bool(true)
a wait of 20: yes
bool(true)
a wait of INF: yes
left: nothing
