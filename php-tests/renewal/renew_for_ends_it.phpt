--TEST--
renewFor ends the renewal: the key is gone about so long after acquire(), not a ttl later, and the loss is reported
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

// The one extend that is due, after 1 s, must not be by the whole ttl.
$start = hrtime(true);
$lock = new RedisLock(test_key(), 3, $redis->address(), autoRenew: true, renewFor: 3.3);
var_dump($lock->acquire(), eventually(PATIENCE, fn (): bool => $redis->call('EXISTS', test_key()) === 0));
$seconds = (hrtime(true) - $start) / 1e9;
echo $seconds > 3.1 && $seconds < 3.8 ? 'in time' : "after $seconds s", "\n";
var_dump($lock->remaining(), state($lock));
echo str_replace(test_key(), 'KEY', throws(fn () => $lock->ensureHeld())), "\n";
--EXPECT--
bool(true)
bool(true)
in time
float(0)
string(7) "expired"
RedisLockLostException: lock "KEY" was lost: its ttl ran out or it was removed, and another may hold it; stop the guarded work
