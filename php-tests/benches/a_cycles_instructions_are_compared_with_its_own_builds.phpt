--TEST--
The instructions of a cycle are compared with those that its own kind of build took before, plain or with a profile
--FILE--
<?php
require __DIR__ . '/../install/packages.inc';

$folder = folder();
mkdir("$folder/bin");
exec('cp -R ' . dirname(__DIR__, 2) . "/.ci $folder");
// Runs nothing: each cycle has taken 1,000.
$fakes = [
    'cargo' => "echo \"\$@\" | grep -o 'Cprofile-use.*' > $folder/options || true",
    'rustc' => 'echo rustc 1.88.0',
    'redis-server' => 'exec ' . PHP_BINARY . ' -n -r \'$socket = stream_socket_server("unix://$argv[1]"); sleep(60);\' "$4"',
    'valgrind' => 'while [ "${2#-}" != "$2" ] || [ $# -gt 2 ]; do case $1 in *out-file=*) out=${1#*=};; esac; shift; done; echo totals: ${1}000 >$out',
];
$put = function (string $name, string $script) use ($folder): void {
    file_put_contents("$folder/$name", "#!/bin/sh\n$script\n");
    chmod("$folder/$name", 0700);
};
array_walk($fakes, fn (string $script, string $name) => $put("bin/$name", $script));
$put('.ci/setup', '');
$put('.ci/profile', 'echo -Cprofile-use=it');
$tell = function (string $kept, string $arguments, string $profiled = '') use ($folder): void {
    file_put_contents("$folder/.ci/instructions.kept", strtr($kept, ['PHP' => PHP_VERSION . ' 1.88.0']));
    exec("cd $folder && PROFILED=$profiled PATH=$folder/bin:\$PATH .ci/instructions $arguments 2>&1", $said, $status);
    $said = preg_replace('/.*: | of .ci.*|^.*has /', '', implode(preg_grep('/more than|no /', $said)));
    echo trim("$status " . str_replace(PHP_VERSION, 'PHP', $said) . ' ' . @file_get_contents("$folder/options")), "\n";
    @unlink("$folder/options");
};
$tell("PHP plain 1000\nPHP profiled 800\n", '--kept');
$tell("PHP plain 900\nPHP profiled 1000\n", '--kept');
$tell("PHP plain 1000\nPHP profiled 800\n", '--kept', '1');
$tell("PHP plain 900\nPHP profiled 1000\n", '--kept', '1');
$tell("PHP plain 1000\n", '--kept', '1');
$put('.ci/profile', 'echo there is no llvm-profdata >&2');
$tell("PHP profiled 1000\n", '', '1');
--EXPECT--
0
1 more than 2 % above the 900
1 more than 2 % above the 800 Cprofile-use=it
0  Cprofile-use=it
0 no figure for PHP, rustc and build PHP 1.88.0 profiled
1 there is no llvm-profdata
