--TEST--
A fiber that waits lets the others go on, and has the lock when the one that holds it releases
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();
$address = $redis->address();
Loop::install();
$wentOn = false;
Loop::go(function () use ($address, &$wentOn): void {
    $lock = new RedisLock(test_key(), 600, $address);
    $lock->acquire() || print("not acquired\n");
    while (!$wentOn) {
        Loop::sleep(0.1);
    }
    echo "released\n";
    $lock->release();
});
Loop::go(function () use ($address): void {
    $lock = new RedisLock(test_key(), 600, $address);
    echo $lock->acquire(20) ? "acquired\n" : "not acquired\n";
});
Loop::go(function () use (&$wentOn): void {
    Loop::sleep(0.05);
    echo "another went on\n";
    $wentOn = true;
});
Loop::run();
echo 'callable was called: ', Loop::$calls > 0 ? 'yes' : 'no', "\n";
--EXPECT--
another went on
released
acquired
callable was called: yes
