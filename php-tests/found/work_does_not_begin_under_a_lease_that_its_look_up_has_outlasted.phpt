--TEST--
The work is not called where the look-up under the lock took longer than the ttl, released the lock or forked
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$key = test_key();
$other = new RedisLock($key, 10, $redis->address());
$second = function (Closure $do): Closure {
    $looks = 0;
    return function () use (&$looks, $do) { if (++$looks === 2) { $do(); } return null; };
};
$work = fn () => print("never\n");
$short = new RedisLock($key, 0.05, $redis->address());
echo preg_replace('/lock "[^"]+"/', 'lock "key"', throws(fn () => $short->run($work, lookup: $second(function () use ($other) {
    usleep(120_000);
    var_dump($other->acquire());
})))), "\n";
var_dump($other->isHeld(), $short->isHeld(), $other->release());

$lock = new RedisLock($key, 10, $redis->address());
foreach ([fn () => $lock->release(), fn () => RedisLock::releaseAll(), function () use ($lock, $other) { $lock->release(); $other->acquire() || print("not acquired\n"); }] as $ends) {
    echo strtok(throws(fn () => $lock->run($work, lookup: $second($ends))), ':'), ' ', $redis->call('EXISTS', $key), "\n";
}
$other->release();

$parent = getmypid();
$result = throws(fn () => print($lock->run(fn () => "once\n", lookup: $second(function () { pcntl_fork(); }))));
if (getmypid() !== $parent) {
    file_put_contents(__FILE__ . '.child', strtok($result, ':'));
    pcntl_exec('/bin/true');
}
pcntl_wait($status);
echo file_get_contents(__FILE__ . '.child'), ' in the child, ', $redis->call('EXISTS', $key), " left\n";
unlink(__FILE__ . '.child');
--EXPECT--
bool(true)
RedisLockLostException: lock "key" was lost: its ttl ran out during lookup, or lookup released it; the callback was not called: choose a longer ttl
bool(true)
bool(false)
bool(true)
RedisLockLostException 0
RedisLockLostException 0
RedisLockLostException 1
once
RedisLockLostException in the child, 0 left
