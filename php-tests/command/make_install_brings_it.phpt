--TEST--
make install puts the command where it finds its parts and the PHP it was made for, its man page and completion beside it, below DESTDIR; make uninstall takes all of it away
--SKIPIF--
<?php
exec('make --version 2>/dev/null', $output, $status);
if ($status !== 0) {
    die('skip there is no make');
}
if (!getenv('REDISLOCK_SO')) {
    die('skip php-tests/run says which file is installed');
}
--FILE--
<?php
require __DIR__ . '/command.inc';
require __DIR__ . '/../install/project.inc';

$root = dirname(__DIR__, 2);
$folder = sys_get_temp_dir() . '/' . test_key();
mkdir($folder, 0700, true);
$project = new BuiltProject($folder);
$project->build(file_get_contents(getenv('REDISLOCK_SO')));
$said = $project->make('install');
$installed = "$folder/root/opt/tools/bin/redislock";
var_dump(is_executable($installed) && fgets(fopen($installed, 'r')) === '#!' . BuiltProject::php() . "\n" ? 'installed' : $said);
$page = "$folder/root/opt/tools/share/man/man1/redislock.1";
echo fgets(fopen($page, 'r')), decoct(fileperms($page) & 0777), "\n";
foreach (['bash-completion/completions/redislock', 'zsh/site-functions/_redislock'] as $file) {
    $file = "$folder/root/opt/tools/share/$file";
    echo trim(file($file)[0]), ' ', decoct(fileperms($file) & 0777), "\n";
}
// A link to the sources, as by hand, is replaced, and they stay as they are.
unlink($installed);
symlink("$folder/cli/redislock", $installed);
$project->make('install');
echo is_link($installed) ? 'a link' : 'a file', ', ', md5_file("$folder/cli/redislock") === md5_file("$root/cli/redislock") ? 'the sources stay' : 'the sources are gone', "\n";
// Beside a folder for commands there may be anything.
mkdir("$folder/root/opt/tools/bin/src");
file_put_contents("$folder/root/opt/tools/bin/src/application.php", '<?php exit("of another\n");');
$redis = RedisServer::start();
$redis->call('SET', 'job', 'rl_0123456789abcdef0123456789abcdef@web1');
$line = str_replace("$root/cli/redislock", $installed, command_line($redis, ['show', 'job']));
echo explode("\n", shell_exec(implode(' ', array_map(escapeshellarg(...), $line))))[1], "\n";
$project->make('uninstall');
passthru("cd $folder/root && find . -type f ! -path '*/bin/src/*'");
passthru("rm -rf $folder");
--EXPECT--
string(9) "installed"
.TH REDISLOCK 1 "" "redislock" "User Commands"
644
# Completion of redislock(1) in bash, made of what its --help is made of by packaging/completion. 644
#compdef redislock 644
a file, the sources stay
holder   web1
