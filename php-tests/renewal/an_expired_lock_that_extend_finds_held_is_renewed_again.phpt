--TEST--
A lock whose deadline passed while Redis was silent, and that extend() finds to be held still, is renewed again
--INI--
redislock.io_timeout=0.1
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$lock = new RedisLock(test_key(), 0.5, $redis->address(), autoRenew: true);
var_dump($lock->acquire());
// As an extend does that arrives while its answer is lost: Redis keeps the key for longer than its holder knows.
$redis->call('PEXPIRE', test_key(), '60000');
$redis->suspend();
var_dump(eventually(PATIENCE, fn (): bool => $lock->remaining() === 0.0));
// The thread asks once more behind the deadline.
usleep(400_000);
$redis->resume();
var_dump($lock->extend(), state($lock));
$redis->call('PEXPIRE', test_key(), '500');
var_dump(renewed(5, 5), $redis->call('GET', test_key()) === $lock->token());
--EXPECT--
bool(true)
bool(true)
bool(true)
string(4) "held"
bool(true)
bool(true)
