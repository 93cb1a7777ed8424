--TEST--
Waits in a line end on time, each is counted, and none asks more than once at its end
--FILE--
<?php
require __DIR__ . '/line.inc';
[$redis, $lock, $holder] = held_in_the_loop();
$before = RedisLock::stats();
$attempts = function () use ($redis): int {
    preg_match_all('/cmdstat_eval(?:sha)?:calls=(\d+)/', $redis->call('INFO', 'commandstats'), $found);

    return array_sum($found[1]);
};
$earlier = $attempts();
$spans = [];
for ($n = 0; $n < 20; $n++) {
    Loop::go(function () use ($lock, &$spans): void {
        [$answer, $spans[]] = timed(fn () => $lock()->acquire(0.4 * SLOWNESS));
        $answer === false || print("it is $answer\n");
    });
}
Loop::go(function () use ($lock): void {
    // Shorter than any look of the first; its own first attempt, behind twenty others, is to leave it time to wait.
    [$answer, $span] = timed(fn () => $lock()->acquire(0.2 * SLOWNESS));
    within(0.2 * SLOWNESS, $span, 0.5 * SLOWNESS, json_encode($answer) . ' on time');
});
Loop::run();
within(0.4 * SLOWNESS, min($spans), 0.7 * SLOWNESS, 'the first is on time');
within(0.4 * SLOWNESS, max($spans), 0.7 * SLOWNESS, 'the last is on time');
foreach (['contended', 'waited'] as $which) {
    echo "$which: ", RedisLock::stats()[$which] - $before[$which], "\n";
}
preg_match('/total_connections_received:(\d+)/', $redis->call('INFO', 'stats'), $found);
echo $found[1] <= 6 ? "few connections\n" : "$found[1] connections\n";
$made = $attempts() - $earlier;
echo $made <= 22 ? "few attempts\n" : "$made attempts\n";
--EXPECT--
false on time: yes
the first is on time: yes
the last is on time: yes
contended: 21
waited: 21
few connections
few attempts
