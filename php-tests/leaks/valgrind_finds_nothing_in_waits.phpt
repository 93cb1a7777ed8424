--TEST--
valgrind finds no error and nothing lost in 30 cycles of waits whose signal handlers return, throw and wait themselves
--EXTENSIONS--
pcntl
--SKIPIF--
<?php
require __DIR__ . '/valgrind.inc';
has_valgrind() || die('skip there is no valgrind');
--FILE--
<?php
require __DIR__ . '/valgrind.inc';
show_valgrind('waits', 30);
--EXPECT--
10 cycles
20 cycles
30 cycles
errors: 0, exit code 0
