--TEST--
release() and forceRelease() push one element for a waiter only when the waiting mark is there and the list is empty
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock('job', 10, $redis->address());
foreach (['release', 'forceRelease'] as $method) {
    $end = function () use ($lock, $method, $redis): void {
        $lock->acquire() || exit(1);
        echo json_encode($lock->$method());
        $wake = $redis->call('LRANGE', 'job:rl-wake{job}', '0', '-1');
        $pttl = $redis->call('PTTL', 'job:rl-wake{job}');
        echo " ", json_encode($wake), ", expires: ", json_encode($pttl > 0 && $pttl <= 5000), "\n";
    };
    $end();
    $redis->call('SET', 'job:rl-waiting{job}', '1');
    $end();
    // Not yet taken by a waiter: no second one, and it lives its full time again.
    $redis->call('PERSIST', 'job:rl-wake{job}');
    $end();
    $redis->call('DEL', 'job:rl-waiting{job}');
    $redis->call('LPOP', 'job:rl-wake{job}');
    $end();
}
--EXPECT--
true [], expires: false
true ["1"], expires: true
true ["1"], expires: true
true [], expires: false
true [], expires: false
true ["1"], expires: true
true ["1"], expires: true
true [], expires: false
