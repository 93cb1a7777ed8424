--TEST--
A signal that was ignored from the beginning, as by nohup, is ignored by redislock run and by its command
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$run = start($redis, ['run', 'job', '--', 'sh', '-c', 'grep SigIgn /proc/$$/status; echo ready; read line; exit 4']);
$plain = $run->waitForLine('SigIgn');
$run->say();
$run->wait();
$line = implode(' ', array_map(escapeshellarg(...), command_line($redis, ['run', 'job', '--', 'sh', '-c', 'grep SigIgn /proc/$$/status; echo ready; read line; exit 4'])));
$nohup = $redis->background('pcntl_exec("/bin/sh", ["-c", ' . var_export("trap '' HUP TERM USR1; exec $line", true) . ']);', ['extension' => ['pcntl']]);
$ignored = $nohup->waitForLine('SigIgn');
$nohup->waitForLine('ready');
$nohup->kill('HUP');
$nohup->kill('TERM');
$nohup->say();
// SIGPIPE is one that PHP ignores and a command must not.
foreach ([$plain, $ignored] as $mask) {
    $bits = hexdec(substr($mask, -8));
    $ignored = array_filter(['HUP' => 1, 'INT' => 2, 'QUIT' => 3, 'USR1' => 10, 'USR2' => 12, 'PIPE' => 13, 'ALRM' => 14, 'TERM' => 15], fn (int $n): bool => (bool) ($bits & 1 << $n - 1));
    echo 'ignored: ', implode(' ', array_keys($ignored)) ?: 'none', "\n";
}
var_dump($nohup->wait()->code);
--EXPECT--
ignored: none
ignored: HUP USR1 TERM
int(4)
