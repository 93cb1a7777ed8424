--TEST--
A waiter that finds a signal when its wait is over tries once more: its sender does not wake another
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$key = test_key();
$lock = new RedisLock($key, 600, $redis->address());
$lock->acquire() || exit(1);
$waiter = waiter($redis, $key, '0.9');
until_blocked($redis);
$over = now() + 0.9;
$waiter->kill('STOP');
// The element is given to the waiter, which does not see it before its wait is over.
$lock->release();
var_dump($redis->call('EXISTS', "$key:rl-wake{{$key}}"));
usleep((int) max(0, 1e6 * ($over - now())));
$waiter->kill('CONT');
echo strtok($waiter->waitForLine(' at '), ' '), "\n";
$waiter->say();
$waiter->wait();
show_what_is_left($redis);
--EXPECT--
int(0)
acquired
left: nothing
