--TEST--
Nothing is logged without report_lost, after ini_set() to off, for locks that were not lost, and for losses that the script has learned of
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
// The script removes its own key: the lock is lost, and only its end can tell.
$lose = '
    $remove = fn () => (new RedisLock("key"))->forceRelease();
    $lock = new RedisLock("key");
    $lock->acquire() || exit(1);
';
$log = function (string $code, array $ini) use ($redis, $lose): void {
    $php = $redis->php($lose . $code, $ini);
    echo $php->out, $php->err, $php->code, "\n";
};
$log('$remove();', []);
$log('$remove(); ini_set("redislock.report_lost", 0); unset($lock);', ['redislock.report_lost' => 1]);
$log('', ['redislock.report_lost' => 1]);
$log('$remove(); var_dump($lock->release());', ['redislock.report_lost' => 1]);
$log('$remove(); var_dump($lock->isHeld());', ['redislock.report_lost' => 1]);
$log('ini_set("redislock.report_lost", "yes"); $remove();', []);
--EXPECT--
0
0
0
bool(false)
0
bool(false)
0
redislock: lock "key" was lost before it was released: its ttl ran out or it was removed
0
