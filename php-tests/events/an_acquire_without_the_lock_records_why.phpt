--TEST--
The event of an acquire() without the lock has the reason: another holds it, Redis is away or refuses, a signal handler has thrown
--EXTENSIONS--
pcntl
--INI--
redislock.events=100
--FILE--
<?php
require __DIR__ . '/told.inc';

$redis = RedisServer::start();
$redis->call('SET', test_key(), 'another');
$lock = new RedisLock(test_key(), 10, $redis->address());
var_dump($lock->acquire(), $lock->acquire(0.05));
throws(fn () => $lock->run(fn () => null));
told();

pcntl_async_signals(true);
pcntl_signal(SIGALRM, fn () => throw new RuntimeException('no more'));
pcntl_alarm(1);
echo throws(fn () => $lock->acquire(20)), "\n";
told();

$redis->call('CONFIG', 'SET', 'maxmemory', '1');
echo strtok(throws(fn () => (new RedisLock('full', 10, $redis->address()))->acquire()), ':'), "\n";
$redis->stop();
echo strtok(throws(fn () => $lock->acquire()), ':'), "\n";
told();

// What sends nothing is no event.
$here = new RedisLock('here', 10, 'memory:');
$here->acquire() || exit(1);
throws(fn () => $here->acquire());
throws(fn () => (new RedisLock('here', 10, 'memory:'))->acquire(INF));
told();
--EXPECT--
bool(false)
bool(false)
refused: held_by_another
refused: timed_out
refused: held_by_another
RuntimeException: no more
failed: interrupted
RedisLockServerException
RedisLockConnectionException
failed: server_error
failed: unreachable
acquired: free
