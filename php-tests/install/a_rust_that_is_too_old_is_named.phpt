--TEST--
make build with a Rust that is too old names its version and the one that is needed, and compiles nothing
--SKIPIF--
<?php
exec('make --version && cargo --version 2>/dev/null', $output, $status);
$status === 0 || die('skip there is no make or no cargo');
--FILE--
<?php
require __DIR__ . '/packages.inc';

[$root, $folder] = [dirname(__DIR__, 2), folder()];
file_put_contents("$folder/rustc", "#!/bin/sh\necho 'rustc 1.63.0 (Debian)'\n");
chmod("$folder/rustc", 0700);
exec("cp -R $root/Makefile $root/.ci $root/Cargo.toml $root/packaging $folder");
exec("PATH=$folder:\$PATH make -s -C $folder build 2>&1", $said, $status);
preg_match('/^rust-version = "(.*)"$/m', file_get_contents("$root/Cargo.toml"), $needed);
$expected = "/^ +Rust $needed[1] or newer +- +compile; here is rustc 1\.63\.0; get it from https:\/\/rustup\.rs, or from Debian 13's backports$/m";
echo preg_match($expected, implode("\n", $said)) ? 'named' : implode("\n", $said), ', ', $status === 0 ? 'built' : 'not built', "\n";
--EXPECT--
named, not built
