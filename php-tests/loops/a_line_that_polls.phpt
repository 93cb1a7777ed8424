--TEST--
A line behind a holder that does not signal, where Redis is not to tell, polls once for all its fibers
--INI--
redislock.tracking=0
--FILE--
<?php
require __DIR__ . '/line.inc';
wait_for_what_another_make_holds();
--EXPECT--
1 connection
first, second, third, soon: yes
left: nothing
