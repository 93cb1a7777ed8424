--TEST--
Beside a Rust of Debian's packages make setup takes rustfmt and clippy from there, in that Rust's version, and for building neither
--SKIPIF--
<?php
exec('make --version 2>/dev/null', $output, $status);
$status === 0 || die('skip there is no make');
foreach (['fmt', 'clippy'] as $part) {
    file_exists("/usr/bin/cargo-$part") && die("skip /usr/bin has cargo-$part already");
}
--FILE--
<?php
require __DIR__ . '/packages.inc';

// Debian 13's Rust from backports, and an apt-get that writes down what it is told to.
[$root, $folder] = [dirname(__DIR__, 2), folder()];
$rustc = 'case $1 in --print) echo /usr ;; *) echo "rustc 1.96.1 (Debian)" ;; esac';
$sudo = '[ "$1" = -n ] && shift; exec "$@"';
$programs = ['rustc' => $rustc, 'cargo' => '', 'dpkg-query' => 'echo 1.96.1+dfsg1-2~bpo13+1', 'apt-get' => 'echo "$@" >>"$APT_LOG"', 'sudo' => $sudo];
foreach ($programs as $name => $code) {
    file_put_contents("$folder/$name", "#!/bin/sh\n$code\n");
    chmod("$folder/$name", 0700);
}
exec("cp -R $root/Makefile $root/.ci $root/Cargo.toml $root/composer.json $root/packaging $folder");
foreach (['SETUP=lint', ''] as $steps) {
    exec("rm -f $folder/apt; APT_LOG=$folder/apt PATH=$folder:\$PATH make -s -C $folder setup $steps 2>&1");
    preg_match('/ install .*/', (string) @file_get_contents("$folder/apt"), $installed);
    preg_match_all('/rust\S*/', $installed[0] ?? '', $parts);
    echo $steps ?: 'plain', ': ', implode(' ', $parts[0]), "\n";
}
echo shell_exec("cd $folder && make -n setup SETUP= | tail -n 1");
--EXPECT--
SETUP=lint: rustfmt=1.96.1+dfsg1-2~bpo13+1 rust-clippy=1.96.1+dfsg1-2~bpo13+1
plain: 
exec .ci/setup build
