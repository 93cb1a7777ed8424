--TEST--
forceRelease() by the holder itself is no loss, however close to an extend
--EXTENSIONS--
redislock
--INI--
redislock.report_lost=1
log_errors=1
error_log=
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

// An extend is sent 50 ms behind each acquire.
$lock = new RedisLock(test_key(), 0.15, $redis->address(), autoRenew: true);
for ($forced = 0; $forced < 60; $forced++) {
    while (!$lock->acquire()) {
    }
    usleep(random_int(49_500, 50_800));
    $lock->forceRelease();
}
unset($lock);
var_dump(RedisLock::stats()['lost']);
?>
--EXPECT--
int(0)
