--TEST--
When standard input, output and error are closed, printed text does not reach Redis; a closed standard output is exit code 74
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$redis->call('SET', 'victim', '1');
$redis->call('SET', "DEL victim", 'rl_0123456789abcdef0123456789abcdef@web1');
$seen = $redis->monitor();
foreach (['<&- >&-', '<&- >&- 2>&-', '>&- 2>&-', '>&-', '2>&-', '<&-'] as $closed) {
    $told = [];
    foreach ([['list'], ['run', 'job', '--', 'sh', '-c', 'echo x; read line; echo "[$line]" >&3'], ['release', 'other', '--token=-']] as $words) {
        $line = implode(' ', array_map(escapeshellarg(...), command_line($redis, $words)));
        $told[] = preg_replace('/\s+/', ' ', shell_exec("exec 4>&1; $line 3>&4 2>/dev/null 4>&- $closed; echo \"-> $?\""));
    }
    echo "$closed: ", implode('| ', $told), "\n";
}
$commands = array_map(strtoupper(...), array_column($seen(), 0));
var_dump($redis->call('EXISTS', 'victim'), $commands !== [], array_diff($commands, ['SCAN', 'GETRANGE', 'GET', 'EVALSHA', 'EVAL', 'SET']));
--EXPECT--
<&- >&-: -> 74 | [] -> 0 | -> 64 
<&- >&- 2>&-: -> 74 | [] -> 0 | -> 64 
>&- 2>&-: -> 74 | [] -> 0 | -> 64 
>&-: -> 74 | [] -> 0 | -> 64 
2>&-: KEY HOLDER LEFT WAITING FENCE DEL victim web1 for ever no - -> 0 | x [] -> 0 | -> 64 
<&-: KEY HOLDER LEFT WAITING FENCE DEL victim web1 for ever no - -> 0 | x [] -> 0 | -> 64 
int(1)
bool(true)
array(0) {
}
