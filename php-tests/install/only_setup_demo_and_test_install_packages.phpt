--TEST--
make setup, make demo and make test install what is missing; any other target names it, and the command that installs it all
--SKIPIF--
<?php
preg_match('~^/usr/bin/php\d+\.\d+$~', realpath(PHP_BINARY)) || die('skip this PHP is not from packages of Debian');
exec('make --version && cargo --version 2>/dev/null', $output, $status);
$status === 0 || die('skip there is no make or no cargo');
--FILE--
<?php
require __DIR__ . '/packages.inc';

// All programs but clang, and an apt-get that writes down what it is told to.
$folder = folder();
mkdir("$folder/programs");
$cargo = dirname(trim(shell_exec('command -v cargo')));
foreach (array_unique([...glob("$cargo/*"), ...glob('/usr/bin/*'), ...glob('/bin/*')]) as $program) {
    @symlink($program, "$folder/programs/" . basename($program));
}
array_map(unlink(...), [...glob("$folder/programs/clang"), ...glob("$folder/programs/{apt-get,sudo}", GLOB_BRACE)]);
foreach (['apt-get' => 'echo "$@" >>"$APT_LOG"', 'sudo' => '[ "$1" = -n ] && shift; exec "$@"'] as $name => $code) {
    file_put_contents("$folder/programs/$name", "#!/bin/sh\n$code\n");
    chmod("$folder/programs/$name", 0700);
}
$root = dirname(__DIR__, 2);
exec("cp -R $root/Makefile $root/.ci $root/Cargo.toml $root/composer.json $root/packaging $folder");
$environment = ['PATH' => "$folder/programs", 'APT_LOG' => "$folder/apt"] + getenv();
$make = function (string $target) use ($folder, $environment): string {
    @unlink("$folder/apt");
    $process = proc_open(['make', '-C', $folder, $target], [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes, null, $environment);
    $said = stream_get_contents($pipes[1]);

    return $said . (proc_close($process) === 0 ? 'made' : '');
};
foreach (['setup', 'demo', 'test'] as $target) {
    $said = $make($target);
    preg_match('/ install .* clang( |$)/m', (string) @file_get_contents("$folder/apt"), $installed);
    echo "$target: ", $installed === [] ? $said : 'installs', "\n";
}
$others = ['build', 'phpize', 'release', 'deb', 'lint', 'bench', 'bench-readme', 'bench-waiting', 'torture', 'torture-planted', 'mutations', 'soak'];
foreach ($others as $target) {
    [$said, $command] = [$make($target), []];
    preg_match('/^  clang +clang +find/m', $said) && preg_match('/nothing was changed; this installs them,.*: (make setup(?: SETUP=".*?")?)( PHP_CONFIG=\S+)?$/m', $said, $command);
    echo "$target: ", !file_exists("$folder/apt") && !str_ends_with($said, 'made') ? $command[1] ?? $said : $said, "\n";
}
--EXPECT--
setup: installs
demo: installs
test: installs
build: make setup
phpize: make setup
release: make setup SETUP="release"
deb: make setup SETUP="deb"
lint: make setup SETUP="lint build"
bench: make setup SETUP="bench"
bench-readme: make setup SETUP="bench"
bench-waiting: make setup SETUP="bench"
torture: make setup SETUP="test"
torture-planted: make setup SETUP="test"
mutations: make setup SETUP="test"
soak: make setup SETUP="test"
