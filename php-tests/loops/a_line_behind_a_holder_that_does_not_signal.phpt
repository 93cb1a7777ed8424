--TEST--
A line behind a holder that does not signal is told by Redis, once for all its fibers
--FILE--
<?php
require __DIR__ . '/line.inc';
wait_for_what_another_make_holds();
--EXPECT--
1 connection
first, second, third, soon: yes
left: nothing
