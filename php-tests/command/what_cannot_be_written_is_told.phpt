--TEST--
Where nothing can be written, exit code 74 and the reason are told; a reader that has gone, as head does, is no failure to speak of
--EXTENSIONS--
redislock
--SKIPIF--
<?php
if (!file_exists('/dev/full')) {
    die('skip there is no /dev/full');
}
?>
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
for ($n = 0; $n < 900; $n++) {
    $redis->call('SET', "job:$n:" . str_repeat('k', 100), 'rl_0123456789abcdef0123456789abcdef@web1');
}
foreach ([['list'], ['list', '--json'], ['show', 'none'], ['--version'], ['--help']] as $words) {
    $line = implode(' ', array_map(escapeshellarg(...), command_line($redis, $words)));
    echo implode(' ', $words), ': ', preg_replace('/\s+/', ' ', shell_exec("$line 2>&1 >/dev/full; echo \"-> \$?\"")), "\n";
}
$line = implode(' ', array_map(escapeshellarg(...), command_line($redis, ['list'])));
// More than a pipe holds.
echo shell_exec("{ { $line 2>&3; echo \"-> \$?\" >&3; } | :; } 3>&1");
?>
--EXPECT--
list: redislock: could not write to standard output: No space left on device -> 74 
list --json: redislock: could not write to standard output: No space left on device -> 74 
show none: redislock: could not write to standard output: No space left on device -> 74 
--version: redislock: could not write to standard output: No space left on device -> 74 
--help: redislock: could not write to standard output: No space left on device -> 74 
-> 141
