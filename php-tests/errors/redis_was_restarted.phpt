--TEST--
A Redis that was restarted between two calls, and is empty now, is used as if nothing had happened
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/methods.inc';

$redis = RedisServer::start();
foreach (['acquire', 'run', 'isHeld', 'extend', 'release', 'ensureHeld', 'isLocked', 'holder', 'forceRelease'] as $method) {
    $lock = new RedisLock(test_key(), 10, $redis->address());
    $method === 'acquire' || $method === 'run' || $lock->acquire();
    $redis->restart();
    echo "$method: ", answer(fn () => $lock->$method(...($method === 'run' ? [fn () => 'called'] : []))), "\n";
}
--EXPECTF--
acquire: true
run: "called"
isHeld: false
extend: false
release: false
ensureHeld: RedisLockLostException: lock "redis_was_restarted-%d" was lost: its ttl ran out or it was removed, and another may hold it; stop the guarded work
isLocked: false
holder: null
forceRelease: false
