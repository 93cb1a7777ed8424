--TEST--
make uninstall keeps an ini file that an administrator has edited, where no PHP reads it any more; one as it was installed goes
--SKIPIF--
<?php
exec('make --version 2>/dev/null', $output, $status);
$status === 0 || die('skip there is no make');
--FILE--
<?php
require __DIR__ . '/packages.inc';
require __DIR__ . '/project.inc';

$folder = folder();
mkdir("$folder/project");
$project = new BuiltProject("$folder/project");
$project->build('not loaded here');
$files = fn (): array => explode("\n", trim((string) shell_exec("find $folder/project/root -name '*redislock*' -type f")));
$project->make('install');
[$ini] = array_values(preg_grep('/\.ini$/', $files()));
$project->make('uninstall');
echo 'as it was installed: ', implode(' ', $files()) ?: 'nothing is left', "\n";
$project->make('install');
file_put_contents($ini, "redislock.server = \"redis://10.0.0.5\"\n", FILE_APPEND);
$said = $project->make('uninstall');
$left = $files();
// Debian's PHP reads what phpenmod has linked; another reads each ini file of that folder.
$isRead = str_ends_with($left[0], '.ini') && !str_contains($ini, '/mods-available/');
echo 'edited: ', count($left), ' file, ', $isRead ? 'which PHP reads' : 'which PHP does not read', ', ';
echo str_contains(file_get_contents($left[0]), 'redis://10.0.0.5') && str_contains($said, "kept $ini") ? 'as it was' : $said, "\n";
--EXPECT--
as it was installed: nothing is left
edited: 1 file, which PHP does not read, as it was
