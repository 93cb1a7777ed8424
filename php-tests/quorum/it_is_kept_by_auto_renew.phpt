--TEST--
With autoRenew a lock on several servers outlives its ttl, and its end is noticed when a majority has lost it
--FILE--
<?php
require __DIR__ . '/quorum.inc';
$servers = servers(3);
$lock = new RedisLock(test_key(), 0.5, addresses($servers), autoRenew: true);
$another = new RedisLock(test_key(), 0.5, addresses($servers));

var_dump($lock->acquire());
$servers[0]->stop();
usleep(1_600_000);
var_dump($lock->remaining() > 0, $another->acquire(), $lock->isHeld(), RedisLock::stats()['renewed'] >= 4);
$servers[1]->call('FLUSHALL');
$servers[2]->call('FLUSHALL');
var_dump(eventually(5, fn (): bool => $lock->remaining() === 0.0), $lock->release());
echo throws(fn () => $lock->ensureHeld()), "\n";
--EXPECTF--
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
RedisLockLostException: lock "it_is_kept_by_auto_renew-%d" was lost: its ttl ran out or it was removed, and another may hold it; stop the guarded work
