--TEST--
redislock metrics --output replaces the file as a whole, leaves nothing behind where it cannot, and says redislock_up 0 without a Redis
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$redis->call('SET', 'job', 'rl_0123456789abcdef0123456789abcdef');
$folder = sys_get_temp_dir() . '/' . test_key();
mkdir($folder);
file_put_contents("$folder/r.prom", 'old');
chmod("$folder/r.prom", 0600);
$inode = fileinode("$folder/r.prom");
tell(redislock($redis, ['metrics', '--output', "$folder/r.prom"]));
clearstatcache();
var_dump(fileinode("$folder/r.prom") !== $inode, decoct(fileperms("$folder/r.prom") & 0777), str_contains(file_get_contents("$folder/r.prom"), "redislock_held{name=\"job\"} 1\n"));
mkdir("$folder/taken");
foreach (['taken', 'none/r.prom'] as $file) {
    tell(redislock($redis, ['metrics', '--output', "$folder/$file"]), [$folder => 'FOLDER']);
}
echo implode(' ', array_diff(scandir($folder), ['.', '..'])), "\n";
$dead = 'redis://127.0.0.1:' . free_port();
$result = redislock($redis, ['metrics', '--output', "$folder/r.prom", '--server', $dead]);
echo preg_replace('/:\d{4,5}/', ':PORT', $result->err), "-> $result->code\n", preg_replace('/^#.*\n/m', '', file_get_contents("$folder/r.prom"));
unlink("$folder/r.prom");
rmdir("$folder/taken");
rmdir($folder);
--EXPECT--
-> 0
bool(true)
string(3) "600"
bool(true)
redislock: could not write "FOLDER/taken": Is a directory
-> 74
redislock: could not write "FOLDER/none/r.prom": No such file or directory
-> 74
r.prom taken
redislock: could not look for locks "*": 127.0.0.1:PORT: connection refused; try again
-> 69
redislock_up 0
