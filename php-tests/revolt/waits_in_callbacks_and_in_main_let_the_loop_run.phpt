--TEST--
In Revolt's loop callbacks and {main} wait for a lock that one of them holds: all get it, one at a time, and a timer runs on
--FILE--
<?php
require __DIR__ . '/revolt.inc';
use Revolt\EventLoop;

$redis = RedisServer::start();
RedisLock::waitUsing(RedisLock\EventLoop::revolt());
$lock = fn (): RedisLock => new RedisLock(test_key(), 600, $redis->address());
$sleep = function (float $seconds): void {
    $suspension = EventLoop::getSuspension();
    EventLoop::delay($seconds, fn () => $suspension->resume());
    $suspension->suspend();
};
$inside = $most = $got = $ticks = 0;
$work = function () use (&$inside, &$most, &$got, $sleep): void {
    $most = max($most, ++$inside);
    $sleep(0.005);
    $inside--;
    $got++;
};
for ($i = 0; $i < 20; $i++) {
    EventLoop::queue(fn () => $lock()->run($work, 60));
}
EventLoop::repeat(0.001, function (string $id) use (&$ticks, &$got): void {
    $ticks++;
    $got === 21 && EventLoop::cancel($id);
});
$lock()->run($work, 60);
EventLoop::run();
echo "$got have had it, $most at a time\n";
var_dump($ticks > 20, left_in_the_loop());
--EXPECT--
21 have had it, 1 at a time
bool(true)
int(0)
