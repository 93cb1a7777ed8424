--TEST--
Each lease that acquire() gave is one hold, however it ends, and each acquire that waited is one wait, successful or not
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$before = RedisLock::stats();
// Prints how many holds and waits there are since the last call.
$moved = function (string $what) use (&$before): void {
    $now = RedisLock::stats();
    $since = fn (string $which): int => $now[$which]['count'] - $before[$which]['count'];
    echo "$what: ", $since('holds'), ' holds, ', $since('waits'), ' waits of ', $now['waited'] - $before['waited'], "\n";
    $before = $now;
};
$lock = fn (...$options): RedisLock => new RedisLock(test_key(), 10, $redis->address(), ...$options);
$held = $lock();
$held->acquire() || exit(1);
$moved('acquire');
$held->extend() && $held->isHeld() && $held->release();
$moved('release');
$held->release();
$moved('release again');
$lock()->run(fn () => null);
$moved('run');
$held->acquire() && $redis->call('DEL', test_key()) && $held->isHeld() || $held->release();
$moved('lost');
$held->acquire() && $held->forceRelease();
$moved('force');
$held->acquire() && RedisLock::releaseAll();
$moved('releaseAll');
$held->acquire() || exit(1);
unset($held);
$moved('the end of the object');
($left = $lock(autoRelease: false))->acquire() || exit(1);
$moved('acquire');
unset($left);
$moved('the end of an object that leaves it');
$adopted = $lock(token: $redis->call('GET', test_key()));
$adopted->isHeld() && $adopted->release();
$moved('release of an adopted one');
$lock()->acquire(5) || exit(1);
$moved('a wait for what is free');
$redis->call('SET', test_key(), 'another');
$lock()->acquire() && exit(1);
$lock()->acquire(0.05) && exit(1);
$moved('a wait that times out');
pcntl_async_signals(true);
pcntl_signal(SIGALRM, fn () => throw new RuntimeException('no more'));
pcntl_alarm(1);
throws(fn () => $lock()->acquire(20));
$moved('a wait that a signal handler ends');
$redis->call('SET', test_key(), 'another', 'PX', '50');
$lock()->acquire(5) || exit(1);
$moved('a wait for what another has');
--EXPECT--
acquire: 0 holds, 0 waits of 0
release: 1 holds, 0 waits of 0
release again: 0 holds, 0 waits of 0
run: 1 holds, 0 waits of 0
lost: 1 holds, 0 waits of 0
force: 1 holds, 0 waits of 0
releaseAll: 1 holds, 0 waits of 0
the end of the object: 1 holds, 0 waits of 0
acquire: 0 holds, 0 waits of 0
the end of an object that leaves it: 1 holds, 0 waits of 0
release of an adopted one: 0 holds, 0 waits of 0
a wait for what is free: 1 holds, 0 waits of 0
a wait that times out: 0 holds, 1 waits of 1
a wait that a signal handler ends: 0 holds, 1 waits of 1
a wait for what another has: 1 holds, 1 waits of 1
