--TEST--
stats() counts lost leases, connections that were replaced, and requests that failed
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$before = counters();
// Prints which counters moved since the last call.
function moved(string $what): void
{
    global $before;
    $now = counters();
    $moved = array_diff_assoc($now, $before);
    echo "$what: ", implode(', ', array_map(fn ($name) => $name . ' +' . $now[$name] - $before[$name], array_keys($moved))) ?: 'none', "\n";
    $before = $now;
}
foreach (['release', 'extend', 'isHeld', 'forceRelease', '__destruct'] as $how) {
    $lock = new RedisLock(test_key(), 10, $redis->address());
    $lock->acquire() || exit(1);
    $redis->call('DEL', test_key());
    $how === '__destruct' || $lock->$how();
    unset($lock);
    moved("lost, found by $how");
}
$lock = new RedisLock(test_key(), 10, $redis->address());
$redis->restart();
$lock->acquire() || exit(1);
moved('restart and acquire');
$redis->stop();
foreach (['extend', 'isHeld', 'holder', 'isLocked', 'ensureHeld', 'forceRelease', 'release'] as $method) {
    throws(fn () => $lock->$method());
    moved("$method without Redis");
}
--EXPECT--
lost, found by release: acquired +1, lost +1
lost, found by extend: acquired +1, lost +1
lost, found by isHeld: acquired +1, lost +1
lost, found by forceRelease: acquired +1, lost +1
lost, found by __destruct: acquired +1, lost +1
restart and acquire: acquired +1, reconnected +1
extend without Redis: reconnected +1, failed +1
isHeld without Redis: failed +1
holder without Redis: failed +1
isLocked without Redis: failed +1
ensureHeld without Redis: failed +1
forceRelease without Redis: failed +1
release without Redis: failed +1
