--TEST--
After the local deadline Redis decides: a key that is still ours is released, or extended and held again
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/methods.inc';

$redis = RedisServer::start();
foreach (['release', 'extend', 'isHeld', 'ensureHeld', 'forceRelease'] as $method) {
    $locks[$method] = new RedisLock(test_key(" $method"), 0.5, $redis->address());
    $locks[$method]->acquire() || exit(1);
    $redis->call('EXPIRE', test_key(" $method"), '100');
}
foreach ($locks as $method => $lock) {
    eventually(PATIENCE, fn (): bool => $lock->remaining() === 0.0);
    echo "$method: ", answer(fn () => $lock->$method()), ', then ', $lock->remaining() > 0.0 ? 'held' : 'not held', "\n";
}
--EXPECT--
release: true, then not held
extend: true, then held
isHeld: true, then held
ensureHeld: null, then held
forceRelease: true, then not held
