--TEST--
That one Redis does not answer costs no lock on another
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$hanging = RedisServer::start();
$redis = RedisServer::start();

// io_timeout is the default, 1 s: five questions that are not answered take longer than the ttl.
$lock = new RedisLock(test_key(), 2, $redis->address(), autoRenew: true);
var_dump($lock->acquire());
for ($number = 0; $number < 5; $number++) {
    $others[] = $other = new RedisLock(test_key("-$number"), 2, $hanging->address(), autoRenew: true, autoRelease: false);
    $other->acquire() || print("not acquired\n");
}
$hanging->suspend();
usleep(3_500_000);
var_dump($redis->call('GET', test_key()) === $lock->token(), $lock->remaining() > 0);
$hanging->resume();
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
