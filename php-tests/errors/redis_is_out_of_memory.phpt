--TEST--
A Redis without memory refuses acquire() with a RedisLockServerException; held locks can be extended and released
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/methods.inc';

$redis = RedisServer::start('--maxmemory-policy', 'noeviction');
$held = new RedisLock('job', 10, $redis->address());
$held->acquire() || exit(1);
// Somebody waits: the release is to push a signal, for which there may be no memory.
$redis->call('SET', 'job:rl-waiting{job}', '1');
$redis->call('CONFIG', 'SET', 'maxmemory', '1');
$other = new RedisLock(test_key(), 10, $redis->address());
foreach (['acquire', 'isLocked', 'holder', 'forceRelease'] as $method) {
    echo "$method: ", answer(fn () => $other->$method()), "\n";
}
foreach (['isHeld', 'extend', 'ensureHeld', 'release', 'acquire'] as $method) {
    echo "$method: ", answer(fn () => $held->$method()), "\n";
}
echo 'run: ', answer(fn () => $other->run(fn () => 'called')), "\n";
--EXPECTF--
acquire: RedisLockServerException: could not acquire lock "redis_is_out_of_memory-%d": 127.0.0.1:%d replied OOM command not allowed when used memory > 'maxmemory'; Redis is at its maxmemory
isLocked: false
holder: null
forceRelease: false
isHeld: true
extend: true
ensureHeld: null
release: true
acquire: RedisLockServerException: could not acquire lock "job": 127.0.0.1:%d replied OOM command not allowed when used memory > 'maxmemory'; Redis is at its maxmemory
run: RedisLockServerException: could not acquire lock "redis_is_out_of_memory-%d": 127.0.0.1:%d replied OOM command not allowed when used memory > 'maxmemory'; Redis is at its maxmemory
