--TEST--
make dist makes an archive of what asks for no glibc, too, and says none then
--SKIPIF--
<?php
exec('zip -v && unzip -v', $output, $status);
$status === 0 || die('skip there is no zip or no unzip (Debian: zip unzip)');
--FILE--
<?php
require __DIR__ . '/packages.inc';

$folder = folder();
// As objdump sees an extension for musl or macOS: without a version of glibc.
file_put_contents("$folder/extension", 'of another system');
$said = run([dirname(__DIR__, 2) . '/packaging/dist'], ['PHP' => PHP_BINARY, 'REDISLOCK_SO' => "$folder/extension", 'REDISLOCK_PACKAGES' => $folder]);
echo preg_replace('~/\S+/(php_redislock)-\S+\.zip~', '$1', $said);
?>
--EXPECT--
made php_redislock
