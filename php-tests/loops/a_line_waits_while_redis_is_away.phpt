--TEST--
Redis ends while fibers stand in line: each waits as long as it wanted, and who comes when the first should have asked is told at once
--FILE--
<?php
require __DIR__ . '/line.inc';
[$redis, $lock, $holder] = held_in_the_loop();
$spans = [];
for ($n = 0; $n < 5; $n++) {
    Loop::go(function () use ($lock, &$spans): void {
        [$thrown, $spans[]] = timed(fn () => $lock()->acquire(3));
        str_starts_with($thrown, 'RedisLockConnectionException: could not acquire') || print("it is $thrown\n");
    });
}
Loop::run(fn (): bool => Loop::$suspended === 5 && blocked($redis) === 1);
$redis->stop();
Loop::go(function () use ($lock): void {
    Loop::sleep(1.6);
    [$thrown, $span] = timed(fn () => $lock()->acquire(10));
    within(0, $span, 0.5 * SLOWNESS, strstr($thrown, ':', true) . ' at once');
});
Loop::run();
within(3, min($spans), 3 + 0.4 * SLOWNESS, 'the first is on time');
within(3, max($spans), 3 + 0.4 * SLOWNESS, 'the last is on time');
--EXPECT--
RedisLockConnectionException at once: yes
the first is on time: yes
the last is on time: yes
