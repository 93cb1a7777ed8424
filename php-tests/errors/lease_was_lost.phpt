--TEST--
No method pretends that a lease stands which was deleted by hand, taken by another or has run out
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/methods.inc';

$redis = RedisServer::start();
$losses = [
    'deleted by hand' => fn (string $key) => $redis->call('DEL', $key),
    'taken by another' => fn (string $key) => $redis->call('SET', $key, 'another'),
    'run out' => fn (string $key) => eventually(PATIENCE, fn (): bool => $redis->call('EXISTS', $key) === 0),
];
foreach ($losses as $name => $lose) {
    echo "$name:\n";
    $locks = [];
    foreach (['extend', 'isHeld', 'ensureHeld', 'isLocked', 'holder', 'release'] as $method) {
        $locks[$method] = new RedisLock(test_key(" $method"), 0.5, $redis->address());
        $locks[$method]->acquire() || exit(1);
    }
    foreach ($locks as $method => $lock) {
        $lose($lock->key());
        // What it says, and whether release() says so behind it.
        echo "  $method: ", answer(fn () => $lock->$method()), ', ', answer(fn () => $lock->release()), "\n";
    }
    $redis->call('FLUSHALL');
}
--EXPECTF--
deleted by hand:
  extend: false, false
  isHeld: false, false
  ensureHeld: RedisLockLostException: lock "lease_was_lost-%d ensureHeld" was lost: its ttl ran out or it was removed, and another may hold it; stop the guarded work, false
  isLocked: false, false
  holder: null, false
  release: false, false
taken by another:
  extend: false, false
  isHeld: false, false
  ensureHeld: RedisLockLostException: lock "lease_was_lost-%d ensureHeld" was lost: its ttl ran out or it was removed, and another may hold it; stop the guarded work, false
  isLocked: true, false
  holder: "another", false
  release: false, false
run out:
  extend: false, false
  isHeld: false, false
  ensureHeld: RedisLockLostException: lock "lease_was_lost-%d ensureHeld" was lost: its ttl ran out or it was removed, and another may hold it; stop the guarded work, false
  isLocked: false, false
  holder: null, false
  release: false, false
