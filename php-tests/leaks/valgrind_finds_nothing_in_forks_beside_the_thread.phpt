--TEST--
valgrind finds no error in parents and children of 5 forks while a thread keeps a lease
--EXTENSIONS--
pcntl
--SKIPIF--
<?php
require __DIR__ . '/valgrind.inc';
has_valgrind() || die('skip there is no valgrind');
--FILE--
<?php
require __DIR__ . '/valgrind.inc';
// What the parent's thread had in its hands is lost to a child, which has no such thread.
show_valgrind('forks', 5, '--errors-for-leak-kinds=none');
--EXPECT--
errors: 0, exit code 0
