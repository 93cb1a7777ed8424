--TEST--
The line of report_lost goes to the file of error_log, once for each lost lock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$log = dirname(substr($redis->unix(), strlen('unix://'))) . '/error_log';
$code = '
    for ($number = 0; $number < 3; $number++) {
        $locks[] = $lock = new RedisLock("key $number", 0.5);
        $lock->acquire() || exit(1);
    }
    while ($lock->isLocked()) { usleep(1000); }
';
$php = $redis->php($code, ['redislock.report_lost' => 'on', 'error_log' => $log]);
// Locks are released in no particular order.
$lines = preg_replace('/^\[.*?\] /', '', file($log));
sort($lines);
echo $php->out, $php->err, implode($lines);
--EXPECT--
redislock: lock "key 0" was lost before it was released: its ttl ran out or it was removed
redislock: lock "key 1" was lost before it was released: its ttl ran out or it was removed
redislock: lock "key 2" was lost before it was released: its ttl ran out or it was removed
