--TEST--
Without the extension the command says what php.ini needs, and ends with 78
--FILE--
<?php
exec(escapeshellarg(PHP_BINARY) . ' -n ' . escapeshellarg(dirname(__DIR__, 2) . '/cli/redislock') . ' list 2>&1', $lines, $code);
echo str_replace(PHP_BINARY, 'PHP', implode("\n", $lines)), "\n", $code, "\n";
--EXPECT--
redislock: PHP has not loaded the extension: its php.ini needs extension=redislock.so
78
