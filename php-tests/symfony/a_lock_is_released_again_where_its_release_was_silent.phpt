--TEST--
A job that releases in a finally as well, while Redis stays silent, is not failed by the second release either
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--INI--
redislock.io_timeout=0.2
--FILE--
<?php
require __DIR__ . '/symfony.inc';

$redis = RedisServer::start();
$lock = locks($redis)->createLock(test_key(), 60);
$lock->acquire() || exit(1);
$redis->suspend();
chain($lock->release(...));
chain($lock->release(...));
$redis->resume();
chain($lock->release(...));
var_dump($redis->call('EXISTS', test_key()));
--EXPECT--
nothing was thrown
nothing was thrown
nothing was thrown
int(0)
