--TEST--
What was ignored from the beginning, as nohup has it with SIGHUP, is ignored by redislock run and by its command
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$run = start($redis, ['run', 'job', '--', 'sh', '-c', 'grep SigIgn /proc/$$/status; echo ready; read line; exit 4']);
$plain = $run->waitForLine('SigIgn');
$run->say();
$run->wait();
$line = implode(' ', array_map(escapeshellarg(...), command_line($redis, ['run', 'job', '--', 'sh', '-c', 'grep SigIgn /proc/$$/status; echo ready; read line; exit 4'])));
$nohup = $redis->background('pcntl_exec("/bin/sh", ["-c", ' . var_export("trap '' HUP; exec $line", true) . ']);', ['extension' => ['pcntl']]);
$ignored = $nohup->waitForLine('SigIgn');
$nohup->waitForLine('ready');
$nohup->kill('HUP');
$nohup->say();
// The first bit is SIGHUP's, the thirteenth SIGPIPE's, which PHP ignores and a command must not.
foreach ([$plain, $ignored] as $mask) {
    $bits = hexdec(substr($mask, -8));
    echo $bits & 1 ? 'SIGHUP is ignored' : 'SIGHUP is not ignored', ', ', $bits & 1 << 12 ? 'SIGPIPE is ignored' : 'SIGPIPE is not ignored', "\n";
}
var_dump($nohup->wait()->code);
?>
--EXPECT--
SIGHUP is not ignored, SIGPIPE is not ignored
SIGHUP is ignored, SIGPIPE is not ignored
int(4)
