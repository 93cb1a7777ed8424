--TEST--
Code outside of fibers waits by itself for what fibers stand in line for, and so do those that look for a result
--FILE--
<?php
require __DIR__ . '/line.inc';
[$redis, $lock, $holder] = held_in_the_loop();
$order = [];
stand_in_line($redis, ['first', 'second'], $lock, $order);
[$answer, $span] = timed(fn () => $lock()->acquire(0.3));
within(0.3, $span, 0.6 * SLOWNESS, json_encode($answer) . ' after 0.3 s');
Loop::go(function () use ($lock, &$order): void {
    $order[] = $lock()->run(fn (): string => 'done', 60, doneFor: 1);
});
Loop::go(function () use ($lock, &$order): void {
    $order[] = $lock()->run(fn (): string => 'not found', 60, lookup: fn (): ?string => null);
});
Loop::run(fn (): bool => blocked($redis) === 3);
$holder->release();
until_served($order, 4);
sort($order);
echo implode(', ', $order), "\n";
--EXPECT--
false after 0.3 s: yes
done, first, not found, second
