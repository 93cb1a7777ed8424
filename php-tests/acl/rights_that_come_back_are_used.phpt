--TEST--
Rights that were missing for a moment are used again on the same connection; an object that ended meanwhile leaves its lock to its ttl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../errors/methods.inc';
require __DIR__ . '/users.inc';

$redis = RedisServer::start();
$address = address_of_user($redis, 'bob', '~* +@all');
$lock = new RedisLock('orders:42', 60, $address);
var_dump($lock->acquire(), $lock->extend());
$ended = new RedisLock('orders:43', 60, $address);
$ended->acquire() || exit(1);
$redis->call('ACL', 'SETUSER', 'bob', '-@all', '+get', '+pttl', '+exists');
// An extend of a lock that has its whole ttl writes nothing.
eventually(PATIENCE, fn (): bool => $redis->call('PTTL', 'orders:42') < 59_990);
foreach (['extend', 'release'] as $method) {
    echo strtok(answer(fn () => $lock->$method()), ':'), "\n";
}
unset($ended);
var_dump($redis->call('EXISTS', 'orders:42', 'orders:43'));
$redis->call('ACL', 'SETUSER', 'bob', '+@all');
var_dump($lock->extend(), $lock->release(), (new RedisLock('orders:44', 60, $address))->acquire());
var_dump($redis->call('KEYS', '*'));
--EXPECT--
bool(true)
bool(true)
RedisLockServerException
RedisLockServerException
int(2)
bool(true)
bool(true)
bool(true)
array(1) {
  [0]=>
  string(9) "orders:43"
}
