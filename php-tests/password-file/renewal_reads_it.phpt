--TEST--
Renewal's thread reads the file for its own connections: a lock is kept through a rotation
--FILE--
<?php
require __DIR__ . '/secret.inc';
$redis = server_with('0ld');
$lock = new RedisLock('k', 1 * STRETCH, $redis->address() . '?password_file=' . secret('0ld'), autoRenew: true);
var_dump($lock->acquire());
secret('n3w');
rotate($redis, 'n3w');
$redis->call('CLIENT', 'KILL', 'USER', 'default', 'SKIPME', 'yes');
$renewed = RedisLock::stats()['renewed'];
var_dump(eventually(PATIENCE, fn (): bool => RedisLock::stats()['renewed'] >= $renewed + 3), $lock->isHeld(), $lock->release());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
