--TEST--
A demo that is killed leaves no process and no file
--EXTENSIONS--
pdo
pdo_sqlite
--SKIPIF--
<?php
if (!is_dir('/proc/self')) {
    die('skip looks for processes in /proc');
}
--FILE--
<?php
require __DIR__ . '/example.inc';

$folder = sys_get_temp_dir() . '/redislock-' . bin2hex(random_bytes(5));
mkdir($folder);
$demo = demo(RedisServer::start(), ['sys_temp_dir' => $folder]);
// Eight sellers and what removes the folder have it in their command lines, and the server works in it.
$processes = fn (): int => count(array_filter(
    glob('/proc/[0-9]*'),
    fn (string $process): bool =>
        str_contains(@file_get_contents("$process/cmdline") . @readlink("$process/cwd"), "$folder/redislock-"),
));
var_dump(eventually(PATIENCE, fn (): bool => $processes() === 10));
$demo->kill();
var_dump(eventually(PATIENCE, fn (): bool => $processes() === 0), eventually(PATIENCE, fn (): bool => @rmdir($folder)));
--EXPECT--
bool(true)
bool(true)
bool(true)
