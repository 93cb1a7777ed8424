--TEST--
acquire() and run() on an object that holds its lease are a LogicException, ask nothing and leave the lease alone
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
$lock->acquire() || exit(1);
$token = $lock->token();
$commands = $redis->monitor();
echo throws(fn () => $lock->acquire()), "\n";
echo throws(fn () => $lock->run(fn () => print 'called')), "\n";
var_dump(count($commands()), $lock->token() === $token, $lock->isHeld(), $lock->release());
echo $lock->run(fn (RedisLock $lock): string => throws(fn () => $lock->acquire())), "\n";
echo $lock->run(fn (RedisLock $lock): string => throws(fn () => $lock->run(fn () => print 'called'))), "\n";
var_dump($redis->call('DBSIZE'), $lock->acquire());
--EXPECTF--
LogicException: could not acquire lock "acquire_on_a_held_lock_is_a_logic_exception-%d": this object holds it already; work under it, then release() it
LogicException: could not acquire lock "acquire_on_a_held_lock_is_a_logic_exception-%d": this object holds it already; work under it, then release() it
int(0)
bool(true)
bool(true)
bool(true)
LogicException: could not acquire lock "acquire_on_a_held_lock_is_a_logic_exception-%d": this object holds it already; work under it, then release() it
LogicException: could not acquire lock "acquire_on_a_held_lock_is_a_logic_exception-%d": this object holds it already; work under it, then release() it
int(0)
bool(true)
