--TEST--
Once Redis has said that a lease is lost, remaining() is 0.0 and no method sends a request for it again
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/methods.inc';

$redis = RedisServer::start();
foreach (['extend', 'isHeld', 'ensureHeld', 'release', 'forceRelease'] as $finder) {
    $lock = new RedisLock(test_key(), 100, $redis->address());
    $lock->acquire() || exit(1);
    $redis->call('DEL', test_key());
    answer(fn () => $lock->$finder());
    $commands = $redis->monitor();
    echo "$finder: ", json_encode([$lock->remaining(), $lock->extend(), $lock->isHeld(), $lock->release()]), ', ', count($commands()), " questions\n";
}
echo answer(fn () => $lock->ensureHeld()), "\n";
--EXPECTF--
extend: [0,false,false,false], 0 questions
isHeld: [0,false,false,false], 0 questions
ensureHeld: [0,false,false,false], 0 questions
release: [0,false,false,false], 0 questions
forceRelease: [0,false,false,false], 0 questions
RedisLockLostException: lock "lease_is_known_to_be_lost-%d" was lost: its ttl ran out or it was removed, and another may hold it; stop the guarded work
