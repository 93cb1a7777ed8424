--TEST--
A Fiber that waits for a lock is suspended: one of the same thread holds it, works and releases, and a third runs all the time
--FILE--
<?php
require __DIR__ . '/fibers.inc';
$redis = RedisServer::start();
$wait = RedisLock\EventLoop::fiber();
RedisLock::waitUsing($wait);

$lock = fn (): RedisLock => new RedisLock(test_key(), 600, $redis->address());
$waiters = 20;
$inside = $most = $got = $ticks = 0;
$work = function () use ($lock, &$inside, &$most, &$got): void {
    $lock()->run(function () use (&$inside, &$most): void {
        $most = max($most, ++$inside);
        pause(0.01);
        $inside--;
    }, 60);
    $got++;
};
$tick = function () use (&$ticks, &$got, $waiters): void {
    while ($got <= $waiters) {
        pause(0.001);
        $ticks++;
    }
};
run_fibers([...array_map(fn (): Fiber => new Fiber($work), range(0, $waiters)), new Fiber($tick)]);
echo "$got have had it, $most at a time\n";
var_dump($ticks > $waiters);
// Outside of all Fibers the same function blocks.
$held = $lock();
var_dump($wait(null, false, 1.0), $held->acquire(), $lock()->acquire(0.2));
--EXPECT--
21 have had it, 1 at a time
bool(true)
bool(false)
bool(true)
bool(false)
