--TEST--
The first of a line is thrown into, destroyed, collected, or its time is over: the next waits in its place, and is woken at once
--FILE--
<?php
require __DIR__ . '/line.inc';
$redis = RedisServer::start();
$lock = fn (): RedisLock => new RedisLock(test_key(), 600, $redis->address());

Loop::install();
$ends = [
    'thrown into' => fn (Fiber $first) => throws(fn () => Loop::throwInto($first, new DomainException())),
    'destroyed' => fn (Fiber $first) => Loop::abandon($first),
    'collected' => function (Fiber $first): void {
        $cycle = new stdClass();
        [$cycle->self, $cycle->fiber] = [$cycle, $first];
        Loop::abandon($first);
    },
    'over' => fn () => Loop::run(fn (): bool => $GLOBALS['order'] !== []),
];
foreach ($ends as $how => $end) {
    $holder = $lock();
    $holder->acquire() || print("not acquired\n");
    $order = [];
    $first = stand_in_line($redis, ['first'], $lock, $order, $how === 'over' ? 0.5 : 60)['first'];
    stand_in_line($redis, ['second', 'third'], $lock, $order);
    $end($first);
    $first = null;
    gc_collect_cycles();
    // Another blocks in its place.
    $gone = now();
    Loop::run(fn (): bool => now() > $gone + 0.1 && blocked($redis) === 1);
    $start = now();
    $holder->release();
    until_served($order, $how === 'over' ? 3 : 2);
    echo "$how: ", implode(', ', $order), ', ';
    within(0, now() - $start, 0.5 * SLOWNESS, 'at once');
}
show_what_is_left($redis);
--EXPECT--
thrown into: second, third, at once: yes
destroyed: second, third, at once: yes
collected: second, third, at once: yes
over: first in vain, second, third, at once: yes
left: nothing
