--TEST--
A Fiber of Revolt's that is destroyed in a wait leaves it; a wait in its `finally`, where PHP suspends no more, blocks
--FILE--
<?php
require __DIR__ . '/revolt.inc';
use Revolt\EventLoop;

$redis = RedisServer::start();
$wait = RedisLock\EventLoop::revolt();
RedisLock::waitUsing($wait);
[$a, $b] = array_map(fn (string $name): RedisLock => new RedisLock(test_key($name), 1, $redis->address()), ['a', 'b']);
var_dump($a->acquire(), $b->acquire());
$fiber = new Fiber(function () use ($redis, $wait): void {
    try {
        (new RedisLock(test_key('a'), 600, $redis->address()))->acquire(60) || print("not a\n");
        echo "still here\n";
    } finally {
        var_dump($wait(null, false, 1.0));
        // Its holder's ttl ends after a second.
        $lock = new RedisLock(test_key('b'), 600, $redis->address());
        echo $lock->acquire(60) ? "b is held\n" : "b is not held\n";
    }
});
$fiber->start();
echo left_in_the_loop(), " to do\n";
// Nothing resumes it any more: it is a cycle of itself and its suspension.
foreach (EventLoop::getIdentifiers() as $id) {
    EventLoop::cancel($id);
}
unset($fiber);
gc_collect_cycles();
var_dump($redis->call('EXISTS', test_key('b')));
--EXPECT--
bool(true)
bool(true)
2 to do
bool(false)
b is held
int(0)
