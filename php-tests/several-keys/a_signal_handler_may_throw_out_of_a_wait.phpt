--TEST--
A signal handler that throws out of a wait for a list leaves nothing, and a wait goes on after one that does not
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
[$a, $b] = [test_key('a'), test_key('b')];
$holder = new RedisLock($b, 600, $redis->address());
$holder->acquire() || exit(1);
$list = new RedisLock([$a, $b], 600, $redis->address());
pcntl_async_signals(true);
pcntl_signal(SIGALRM, fn () => throw new RuntimeException('the handler'));
pcntl_alarm(1);
echo throws(fn () => $list->acquire(20)), "\n";
var_dump($redis->call('EXISTS', $a));
pcntl_signal(SIGALRM, fn () => $holder->release());
pcntl_alarm(1);
$start = hrtime(true);
var_dump($list->acquire(20), (hrtime(true) - $start) / 1e9 < 1.0 + 0.5 * SLOWNESS, $list->release());
--EXPECT--
RuntimeException: the handler
int(0)
bool(true)
bool(true)
bool(true)
