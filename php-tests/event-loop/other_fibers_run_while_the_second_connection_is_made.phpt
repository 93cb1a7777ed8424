--TEST--
While a Fiber connects for renewal to a server that stands still, others run on; it takes nothing if that comes to nothing
--FILE--
<?php
require __DIR__ . '/fibers.inc';
$redis = RedisServer::start();
RedisLock::waitUsing(RedisLock\EventLoop::fiber());

$join = str_contains($redis->address(), '?') ? '&' : '?';
$of = fn (float $timeout): RedisLock => new RedisLock(test_key(), 30, $redis->address() . "{$join}io_timeout=$timeout", autoRenew: true);
foreach ([[0.5, 0], [20, 30]] as [$timeout, $wait]) {
    $ends = null;
    $ticks = 0;
    $acquire = function () use ($of, $timeout, $wait, &$ends): void {
        $lock = $of($timeout);
        $ends = strtok(throws(fn () => var_dump($lock->acquire($wait))), ':');
    };
    $tick = function () use ($redis, &$ticks, &$ends): void {
        while ($ends === null) {
            pause(0.01);
            // It goes on after two seconds.
            ++$ticks === 200 && $redis->resume();
        }
    };
    $redis->suspend();
    run_fibers([new Fiber($acquire), new Fiber($tick)]);
    $redis->resume();
    var_dump($ends, $ticks > 20, $redis->call('EXISTS', test_key()));
}
--EXPECT--
string(28) "RedisLockConnectionException"
bool(true)
int(0)
bool(true)
string(18) "nothing was thrown"
bool(true)
int(0)
