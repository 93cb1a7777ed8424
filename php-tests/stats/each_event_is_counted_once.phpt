--TEST--
stats() counts what happened in this process, each event once
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
$before = counters();
// Prints which counters moved since the last call.
$moved = function (string $what) use (&$before): void {
    $now = counters();
    $moved = array_diff_assoc($now, $before);
    echo "$what: ", implode(', ', array_map(fn ($name) => $name . ' +' . $now[$name] - $before[$name], array_keys($moved))) ?: 'none', "\n";
    $before = $now;
};
echo json_encode($before), "\n";
$lock->acquire() || exit(1);
$moved('acquire');
(new RedisLock(test_key(), 10, $redis->address()))->acquire() && exit(1);
$moved('held by another');
$lock->isHeld() && $lock->extend() && $lock->isLocked() && $lock->holder() && $lock->remaining();
$moved('questions');
$lock->release();
$moved('release');
$lock->release();
$moved('release of nothing');
$lock->run(fn () => 1);
$moved('run');
$lock->acquire() && $lock->forceRelease();
$moved('acquire and force');
$lock->acquire() && RedisLock::releaseAll();
$moved('acquire and release of all');
--EXPECT--
{"acquired":0,"contended":0,"waited":0,"released":0,"lost":0,"renewed":0,"reconnected":0,"failed":0,"forgotten":0,"overwritten":0}
acquire: acquired +1
held by another: contended +1
questions: none
release: released +1
release of nothing: none
run: acquired +1, released +1
acquire and force: acquired +1, released +1
acquire and release of all: acquired +1, released +1, forgotten +1
