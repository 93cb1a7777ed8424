--TEST--
valgrind finds no error and nothing lost in 2,000 cycles of arguments and addresses that are refused
--SKIPIF--
<?php
require __DIR__ . '/valgrind.inc';
has_valgrind() || die('skip there is no valgrind');
--FILE--
<?php
require __DIR__ . '/valgrind.inc';
show_valgrind('refusals', 2000);
--EXPECT--
1000 cycles
2000 cycles
errors: 0, exit code 0
