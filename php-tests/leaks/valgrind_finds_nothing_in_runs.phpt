--TEST--
valgrind finds no error and nothing lost in 3,000 cycles of run() with results, exceptions and Fibers
--SKIPIF--
<?php
require __DIR__ . '/valgrind.inc';
has_valgrind() || die('skip there is no valgrind');
--FILE--
<?php
require __DIR__ . '/valgrind.inc';
show_valgrind('runs', 3000);
--EXPECT--
1000 cycles
2000 cycles
3000 cycles
errors: 0, exit code 0
