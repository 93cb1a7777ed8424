--TEST--
valgrind finds no error and nothing lost in 50 leases that a thread keeps
--SKIPIF--
<?php
require __DIR__ . '/valgrind.inc';
has_valgrind() || die('skip there is no valgrind');
--FILE--
<?php
require __DIR__ . '/valgrind.inc';
show_valgrind('renewals', 50);
--EXPECT--
errors: 0, exit code 0
