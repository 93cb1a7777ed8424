--TEST--
When Redis is silent for longer than the ttl, remaining() reaches 0 at the deadline, and the lock is not trusted afterwards
--INI--
redislock.io_timeout=0.2
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$lock = new RedisLock(test_key(), 0.9, $redis->address(), autoRenew: true);
var_dump($lock->acquire(), renewed());
$redis->suspend();
$left = $lock->remaining();
$start = hrtime(true);
var_dump($left > 0 && $left < 0.9, eventually(PATIENCE, fn (): bool => $lock->remaining() === 0.0));
$seconds = (hrtime(true) - $start) / 1e9;
echo $seconds <= $left + 0.5 ? 'at the deadline' : "$seconds s with $left s left", "\n";
var_dump(state($lock), RedisLock::stats()['failed'] > 0);
echo strtok(throws(fn () => $lock->ensureHeld()), ' '), "\n";
usleep(100_000);
$redis->resume();
var_dump(eventually(PATIENCE, fn (): bool => $redis->call('EXISTS', test_key()) === 0));
var_dump($lock->isHeld(), $lock->remaining(), state($lock), RedisLock::stats()['lost']);
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
at the deadline
string(7) "expired"
bool(true)
RedisLockConnectionException:
bool(true)
bool(false)
float(0)
string(4) "lost"
int(1)
