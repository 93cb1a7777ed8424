--TEST--
What git archive makes of the sources, as Composer, PIE and GitHub do, builds by phpize without the network, and has no tests
--SKIPIF--
<?php
$root = escapeshellarg(dirname(__DIR__, 2));
exec("git -c safe.directory=* -C $root rev-parse HEAD 2>&1", $output, $status);
$status === 0 || die('skip there is no git, or these sources are no clone');
is_dir(dirname(__DIR__, 2) . '/target/release/deps') || die('skip nothing that it is built of is compiled here (make build)');
getenv('REDISLOCK_TEST_UNDER') === false || die('skip compiles, and loads in a PHP of its own');
--FILE--
<?php
require __DIR__ . '/packages.inc';

[$root, $folder] = [dirname(__DIR__, 2), folder()];
// As the attributes are now, committed or not.
run(['sh', '-c', 'git -c "safe.directory=*" -C "$0" archive --worktree-attributes HEAD | tar -x -C "$1"', $root, $folder]);
foreach (['tests', 'torture', 'fuzz', 'benches', 'php-tests/docs', '.github', '.gitattributes'] as $left) {
    echo file_exists("$folder/$left") ? "$left is in it\n" : '';
}
// All crates but redislock are compiled already, so that only what the archive has is compiled here.
mkdir("$folder/target/release", recursive: true);
run(['cp', '-a', ...array_map(fn (string $part): string => "$root/target/release/$part", ['deps', 'build', '.fingerprint']), "$folder/target/release"]);
// They would be compiled anew for another PATH.
$path = str_replace("$root/target/tools:", '', getenv('PATH'));
$command = ["$folder/.ci/phpize"];
$phpize = proc_open($command, [1 => ['file', "$folder/log", 'w'], 2 => ['redirect', 1]], $pipes, $folder, ['PATH' => $path, 'CARGO_NET_OFFLINE' => 'true'] + getenv());
// run-tests.php ends a test that is silent for a minute.
for ($tenths = 1; ($status = proc_get_status($phpize))['running']; $tenths++) {
    echo $tenths % 50 === 0 ? '.' : '';
    usleep(100_000);
}
echo "\n", file_get_contents("$folder/log");
--EXPECTF--
%S
phpize: built, installed and loaded as by PIE
