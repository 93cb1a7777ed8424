--TEST--
Without a wait, and with a wait of 0, acquire() sends one command and leaves no mark; run() asks one more time, what is in its way
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$redis->call('SET', test_key(), 'rl_another');
$lock = new RedisLock(test_key(), 10, $redis->address());
$lock->isLocked();
// From here on an acquire is one SET.
(new RedisLock('first', server: $redis->address()))->run(fn () => null);
$commands = $redis->monitor();
var_dump($lock->acquire(), $lock->acquire(0), $lock->acquire(0.0), $lock->acquire(-0.0), $lock->acquire(wait: 0));
echo throws(fn () => $lock->run(fn () => print("called\n"), 0)) === throws(fn () => $lock->run(fn () => print("called\n")))
    ? "run() says the same\n" : "run() says something else\n";
echo implode(' ', array_column($commands(), 0)), "\n";
var_dump($redis->call('KEYS', '*') === [test_key()], RedisLock::stats()['waited']);
--EXPECT--
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
run() says the same
SET SET SET SET SET SET EVALSHA SET EVALSHA
bool(true)
int(0)
