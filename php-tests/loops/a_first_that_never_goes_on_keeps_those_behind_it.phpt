--TEST--
The first of a line is never resumed: those behind it ask when their own waits end, and the next goes on once it is destroyed
--FILE--
<?php
require __DIR__ . '/line.inc';
[$redis, $lock, $holder] = held_in_the_loop();
$order = [];
$first = stand_in_line($redis, ['first'], $lock, $order)['first'];
$start = now();
stand_in_line($redis, ['second'], $lock, $order, 2.5);
stand_in_line($redis, ['third'], $lock, $order, 5);
stand_in_line($redis, ['last'], $lock, $order);
// Its fiber lives, and nobody resumes it.
Loop::abandon($first);
$holder->release();
until_served($order, 2);
within(5, now() - $start, 5 + 0.5 * SLOWNESS, implode(', ', $order) . ' at the end of their waits');
$start = now();
$first = null;
gc_collect_cycles();
until_served($order, 3);
within(0, now() - $start, 0.5 * SLOWNESS, "$order[2] at once");
show_what_is_left($redis);
--EXPECT--
second, third at the end of their waits: yes
last at once: yes
left: nothing
