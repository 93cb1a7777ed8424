--TEST--
When nothing can be written, also because standard output is closed, the command ends with 74 and the reason; a reader that has gone, as head does, is no failure
--SKIPIF--
<?php
if (!file_exists('/dev/full')) {
    die('skip there is no /dev/full');
}
--FILE--
<?php
require __DIR__ . '/command.inc';

// No file in front: it would take the descriptor that is closed.
putenv('REDISLOCK_TEST_WAIT');
$redis = RedisServer::start();
for ($n = 0; $n < 900; $n++) {
    $redis->call('SET', "job:$n:" . str_repeat('k', 100), 'rl_0123456789abcdef0123456789abcdef@web1');
}
foreach ([['list'], ['list', '--json'], ['show', 'none'], ['--version'], ['--help']] as $words) {
    $line = implode(' ', array_map(escapeshellarg(...), command_line($redis, $words)));
    foreach (['>/dev/full', '>&-', '<&- >&-'] as $output) {
        echo implode(' ', $words), " $output: ", preg_replace('/\s+/', ' ', shell_exec("$line 2>&1 $output; echo \"-> \$?\"")), "\n";
    }
}
$line = implode(' ', array_map(escapeshellarg(...), command_line($redis, ['list'])));
// More than a pipe holds.
echo shell_exec("{ { $line 2>&3; echo \"-> \$?\" >&3; } | :; } 3>&1");
--EXPECT--
list >/dev/full: redislock: could not write to standard output: No space left on device -> 74 
list >&-: redislock: could not write to standard output: it is closed -> 74 
list <&- >&-: redislock: could not write to standard output: it is closed -> 74 
list --json >/dev/full: redislock: could not write to standard output: No space left on device -> 74 
list --json >&-: redislock: could not write to standard output: it is closed -> 74 
list --json <&- >&-: redislock: could not write to standard output: it is closed -> 74 
show none >/dev/full: redislock: could not write to standard output: No space left on device -> 74 
show none >&-: redislock: could not write to standard output: it is closed -> 74 
show none <&- >&-: redislock: could not write to standard output: it is closed -> 74 
--version >/dev/full: redislock: could not write to standard output: No space left on device -> 74 
--version >&-: redislock: could not write to standard output: it is closed -> 74 
--version <&- >&-: redislock: could not write to standard output: it is closed -> 74 
--help >/dev/full: redislock: could not write to standard output: No space left on device -> 74 
--help >&-: redislock: could not write to standard output: it is closed -> 74 
--help <&- >&-: redislock: could not write to standard output: it is closed -> 74 
-> 141
