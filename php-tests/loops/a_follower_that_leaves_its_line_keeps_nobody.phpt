--TEST--
A fiber that leaves in the middle of a line, however it does, is passed over
--FILE--
<?php
require __DIR__ . '/line.inc';
[$redis, $lock, $holder] = held_in_the_loop();
$order = [];
$fibers = stand_in_line($redis, ['first', 'thrown into', 'destroyed', 'last'], $lock, $order);
echo throws(fn () => Loop::throwInto($fibers['thrown into'], new DomainException('cancelled'))), "\n";
Loop::abandon($fibers['destroyed']);
unset($fibers['destroyed']);
$start = now();
$holder->release();
until_served($order, 2);
within(0, now() - $start, 0.5 * SLOWNESS, implode(', ', $order) . ', at once');
show_what_is_left($redis);
--EXPECT--
DomainException: cancelled
first, last, at once: yes
left: nothing
