--TEST--
A library that is of no known system is refused, and leaves no archive
--FILE--
<?php
require __DIR__ . '/packages.inc';

$folder = folder();
file_put_contents("$folder/extension", 'of another system');
try {
    run([dirname(__DIR__, 2) . '/packaging/archive'], ['PHP' => PHP_BINARY, 'REDISLOCK_SO' => "$folder/extension", 'REDISLOCK_PACKAGES' => "$folder/dist"]);
} catch (RuntimeException $refused) {
    echo str_replace($folder, 'FOLDER', explode("\n", $refused->getMessage())[1]), "\n";
}
var_dump(file_exists("$folder/dist"));
--EXPECT--
make: FOLDER/extension is no extension for a system that archives are made for: neither glibc, musl nor macOS
bool(false)
