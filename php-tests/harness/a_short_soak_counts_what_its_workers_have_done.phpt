--TEST--
A short soak runs its workers to their end, and counts what they have done
--SKIPIF--
<?php
require __DIR__ . '/../fpm/pool.inc';
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
--FILE--
<?php
require __DIR__ . '/../support/process.inc';

// What it says of memory means nothing yet: not everything has been used once.
putenv('SOAK_SECONDS=20');
$command = php_under_test('-n', __DIR__ . '/../../soak/soak.php');
exec(implode(' ', array_map(escapeshellarg(...), $command)) . ' 2>&1', $lines);
$told = implode("\n", $lines);
preg_match('/^scripts: ([1-9]\d*) leases; .*\d+ cycle/m', $told) === 1 || print($told);
str_contains($told, 'it wrote:') && print($told);
--EXPECT--
