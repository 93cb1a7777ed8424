--TEST--
valgrind finds no error and nothing lost in 10,000 cycles of every method
--SKIPIF--
<?php
require __DIR__ . '/valgrind.inc';
has_valgrind() || die('skip there is no valgrind');
--FILE--
<?php
require __DIR__ . '/valgrind.inc';
show_valgrind('methods', 10000);
--EXPECT--
1000 cycles
2000 cycles
3000 cycles
4000 cycles
5000 cycles
6000 cycles
7000 cycles
8000 cycles
9000 cycles
10000 cycles
errors: 0, exit code 0
