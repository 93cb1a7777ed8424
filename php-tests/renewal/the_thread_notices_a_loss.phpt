--TEST--
The thread notices that the key was removed by force: remaining() is 0.0, the state is lost, ensureHeld() throws
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

foreach ([['DEL', test_key()], ['SET', test_key(), 'of-another', 'EX', '600']] as $interference) {
    $lock = new RedisLock(test_key(), 1, $redis->address(), autoRenew: true);
    var_dump($lock->acquire());
    $lost = RedisLock::stats()['lost'];
    $redis->call(...$interference);
    // Nothing of this asks Redis. The deadline alone would make it "expired".
    var_dump(eventually(PATIENCE, fn (): bool => $lock->remaining() === 0.0), state($lock));
    var_dump(RedisLock::stats()['lost'] - $lost);
    echo str_replace(test_key(), 'KEY', throws(fn () => $lock->ensureHeld())), "\n";
    var_dump($lock->release(), RedisLock::stats()['lost'] - $lost, $redis->call('GET', test_key()));
}
--EXPECT--
bool(true)
bool(true)
string(4) "lost"
int(1)
RedisLockLostException: lock "KEY" was lost: its ttl ran out or it was removed, and another may hold it; stop the guarded work
bool(false)
int(1)
NULL
bool(true)
bool(true)
string(4) "lost"
int(1)
RedisLockLostException: lock "KEY" was lost: its ttl ran out or it was removed, and another may hold it; stop the guarded work
bool(false)
int(1)
string(10) "of-another"
