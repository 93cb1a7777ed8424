--TEST--
The first of a line is never resumed: the next takes its place after a moment, and the line goes on
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/line.inc';
$redis = RedisServer::start();
$lock = fn (): RedisLock => new RedisLock(test_key(), 600, $redis->address());

Loop::install();
$holder = $lock();
$holder->acquire() || print("not acquired\n");
$order = [];
$first = stand_in_line($redis, ['first'], $lock, $order)['first'];
stand_in_line($redis, ['second', 'third'], $lock, $order);
// Its fiber lives, and nobody resumes it.
Loop::abandon($first);
$isOver = false;
Loop::go(function () use (&$isOver): void {
    while (!$isOver) {
        Loop::sleep(0.01);
    }
});
$start = now();
// Its own time in Redis ends by itself.
Loop::run(fn (): bool => blocked($redis) === 0);
Loop::run(fn (): bool => blocked($redis) === 1);
// Seen 1.5 s ago or more, at a look that comes 1 to 2 s after the one before (docs/coroutines.md, "Rules").
within(0, now() - $start, 3.8 * SLOWNESS, 'another has taken its place');
$holder->release();
until_served($order, 2);
$isOver = true;
// Whichever has looked first.
sort($order);
echo implode(', ', $order), "\n";
?>
--EXPECT--
another has taken its place: yes
second, third
