--TEST--
INF for a key of this thread: allowed where another fiber holds it and the wait suspends; refused where this fiber or {main} does, or the wait blocks
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();
$lock = fn (string $suffix = '', float $ttl = 600): RedisLock => new RedisLock(test_key($suffix), $ttl, $redis->address());

Loop::install();
$held = [];
Loop::go(function () use ($lock, &$held): void {
    $mine = $lock();
    $mine->acquire() || print("not acquired\n");
    echo 'own: ', preg_replace('/"[^"]*"/', '""', throws(fn () => $lock()->acquire(INF))), "\n";
    Loop::sleep(0.1);
    echo "released\n";
    $mine->release();
});
Loop::go(function () use ($lock): void {
    Loop::sleep(0.01);
    $acquired = $lock()->acquire(INF);
    echo 'of another fiber: ', json_encode($acquired), "\n";
});
Loop::run();
$mains = $lock();
$mains->acquire() || print("not acquired\n");
Loop::go(function () use ($lock): void {
    echo 'of {main}: ', preg_replace('/"[^"]*"/', '""', throws(fn () => $lock()->acquire(INF))), "\n";
});
Loop::run();
$mains->release();
$fiber = new Fiber(function () use ($lock): void {
    $mine = $lock();
    $mine->acquire() || print("not acquired\n");
    Fiber::suspend();
});
$fiber->start();
[$thrown, $took] = timed(fn () => $lock()->acquire(INF));
echo 'where {main} blocks: ', preg_replace('/"[^"]*"/', '""', $thrown), "\n";
within(0, $took, 3 * SLOWNESS, 'within a slice');
--EXPECT--
own: LogicException: could not acquire lock "": another object of this thread holds it, so a wait of INF would never end; release it first
released
of another fiber: true
of {main}: LogicException: could not acquire lock "": another object of this thread holds it, so a wait of INF would never end; release it first
where {main} blocks: LogicException: could not acquire lock "": another object of this thread holds it, so a wait of INF would never end; release it first
within a slice: yes
