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

// Extends are sent every 10 ms.
$lock = new RedisLock(test_key(), 0.03, $redis->address(), autoRenew: true);
for ($forced = 0; $forced < 200; $forced++) {
    while (!$lock->acquire()) {
    }
    usleep(random_int(9_500, 10_800));
    $lock->forceRelease();
}
unset($lock);
var_dump(RedisLock::stats()['lost'] - RedisLock::stats()['failed']);
?>
--EXPECT--
int(0)
