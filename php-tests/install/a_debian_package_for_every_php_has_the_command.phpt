--TEST--
make deb also packs the command with its man page, for every PHP of Debian that has the extension; it finds its parts and Redis
--SKIPIF--
<?php
exec('dpkg-deb --version', $output, $status);
$status === 0 || die('skip there is no dpkg-deb');
preg_match('~^/usr/bin/php\d+\.\d+$~', realpath(PHP_BINARY)) || die('skip this PHP is not from packages of Debian');
--FILE--
<?php
require __DIR__ . '/packages.inc';
require __DIR__ . '/../command/command.inc';

$folder = folder();
package('deb', $folder);
$package = glob("$folder/redislock-cli_*_all.deb")[0] ?? exit("there is no package\n");
echo run(['dpkg-deb', '-f', $package, 'Package', 'Architecture', 'Depends']);
run(['dpkg-deb', '-x', $package, "$folder/unpacked"]);
$command = "$folder/unpacked/usr/bin/redislock";
echo is_executable($command) ? '' : 'not executable: ', fgets(fopen($command, 'r'));

$page = "$folder/unpacked/usr/share/man/man1/redislock.1.gz";
// The time, bytes 5 to 8 of gzip's header, is not in it.
echo preg_replace('/\d+\.\d+\.\d+/', 'VERSION', strtok(shell_exec("zcat $page"), "\n")), ' ', bin2hex(substr(file_get_contents($page), 4, 4)), ' ', decoct(fileperms($page) & 0777), "\n";
foreach (['bash-completion/completions/redislock', 'zsh/vendor-completions/_redislock', 'doc/redislock-cli/copyright', 'doc/redislock-cli/changelog.gz'] as $file) {
    echo "$file ", decoct(fileperms("$folder/unpacked/usr/share/$file") & 0777), "\n";
}
echo str_starts_with(shell_exec("zcat $folder/unpacked/usr/share/doc/redislock-cli/changelog.gz"), '# Changelog') ? "the changelog\n" : "another\n";
$described = run(['dpkg-deb', '-f', $package, 'Description']);
echo implode(' ', array_filter(['run', 'show', 'why', 'list', 'top', 'metrics', 'release', 'doctor'], fn (string $name): bool => preg_match("/\\b$name\\b/", $described) === 1)), "\n";

$redis = RedisServer::start();
$redis->call('SET', 'job', 'rl_0123456789abcdef0123456789abcdef@web1');
$line = str_replace(dirname(__DIR__, 2) . '/cli/redislock', $command, command_line($redis, ['show', 'job']));
echo explode("\n", run($line))[1], "\n";
echo str_contains(run(['sh', '-c', 'cd "$0" && sha256sum -c SHA256SUMS', $folder]), basename($package) . ": OK\n") ? "OK\n" : "no checksum\n";
--EXPECT--
Package: redislock-cli
Architecture: all
Depends: php-cli, php-redislock
#!/usr/bin/php
.TH REDISLOCK 1 "" "redislock VERSION" "User Commands" 00000000 644
bash-completion/completions/redislock 644
zsh/vendor-completions/_redislock 644
doc/redislock-cli/copyright 644
doc/redislock-cli/changelog.gz 644
the changelog
run show why list top metrics release doctor
holder   web1
OK
