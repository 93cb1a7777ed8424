--TEST--
This PHP prints what a script leaks, so that a test in which RedisLock leaks fails
--SKIPIF--
<?php
PHP_DEBUG || die('skip only a debug build of PHP looks for leaks');
--FILE--
<?php
// As run-tests.php runs a test: standard error is among what is compared.
echo shell_exec(escapeshellarg(PHP_BINARY) . " -n -d extension=zend_test -r 'zend_leak_bytes(7);' 2>&1");
?>
--EXPECTF--
[%s]  Script:  '%s'
%s :  Freeing 0x%s (%d bytes), script=%s
=== Total 1 memory leaks detected ===
