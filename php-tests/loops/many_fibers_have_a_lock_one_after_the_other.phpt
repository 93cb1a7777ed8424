--TEST--
Fifty fibers of one thread want one lock for a moment each: all have it, never two at a time
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();
$lock = fn (string $suffix = '', float $ttl = 600): RedisLock => new RedisLock(test_key($suffix), $ttl, $redis->address());

Loop::install();
$inside = $most = $served = 0;
for ($n = 0; $n < 50; $n++) {
    Loop::go(function () use ($lock, &$inside, &$most, &$served): void {
        $lock()->run(function () use (&$inside, &$most): void {
            $most = max($most, ++$inside);
            Loop::sleep(0.001);
            $inside--;
        }, 60);
        $served++;
    });
}
Loop::run();
echo "$served served, at most $most at a time\n";
show_what_is_left($redis);
--EXPECT--
50 served, at most 1 at a time
left: nothing
