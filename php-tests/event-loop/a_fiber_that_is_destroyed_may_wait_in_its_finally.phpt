--TEST--
A Fiber that is destroyed in a wait leaves it; a wait in its `finally`, where PHP suspends no more, blocks
--FILE--
<?php
require __DIR__ . '/fibers.inc';
$redis = RedisServer::start();
$wait = RedisLock\EventLoop::fiber();
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
[$stream, $write, $seconds] = $fiber->start();
var_dump(is_resource($stream), $write, $seconds > 0);
unset($fiber);
var_dump($redis->call('EXISTS', test_key('b')));
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)
b is held
int(0)
