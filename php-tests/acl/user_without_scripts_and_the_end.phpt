--TEST--
Without scripts run() returns its result, the end of an object is silent, and the lock ends with its ttl
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/users.inc';

$redis = RedisServer::start();
$address = address_of_user($redis, 'bob', '~orders:* ' . LOCK_COMMANDS . ' -eval -evalsha');
$lock = new RedisLock('orders:42', 1, $address);
var_dump($lock->run(fn (): string => 'result'), RedisLock::stats()['failed'], $redis->call('EXISTS', 'orders:42'));
unset($lock);
var_dump($redis->call('EXISTS', 'orders:42'));
var_dump(eventually(PATIENCE, fn (): bool => $redis->call('EXISTS', 'orders:42') === 0));
$next = new RedisLock('orders:42', 10, $address);
var_dump($next->acquire(), $redis->call('GET', 'orders:42') === $next->token(), substr($next->token(), 0, 3));
?>
--EXPECT--
string(6) "result"
int(1)
int(1)
int(1)
bool(true)
bool(true)
bool(true)
string(3) "rn_"
