--TEST--
redislock run ends with its command's exit code also where its parent ignores or blocks SIGCHLD, as daemons and job runners do
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$ways = ['ignored' => 'signal.signal(signal.SIGCHLD, signal.SIG_IGN)', 'blocked' => 'signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])'];
foreach ($ways as $name => $way) {
    foreach (['exit 0', 'exit 3', 'kill -TERM $$', 'sleep 0.3; exit 4'] as $script) {
        $line = ['python3', '-c', "import os, signal, sys; $way; os.execv(sys.argv[1], sys.argv[1:])", ...command_line($redis, ['run', 'job', '--', 'sh', '-c', $script])];
        $process = proc_open($line, [['file', '/dev/null', 'r'], STDOUT, STDERR], $pipes);
        echo "$name, $script: ", proc_close($process), "\n";
    }
}
var_dump($redis->call('EXISTS', 'job'));
--EXPECT--
ignored, exit 0: 0
ignored, exit 3: 3
ignored, kill -TERM $$: 143
ignored, sleep 0.3; exit 4: 4
blocked, exit 0: 0
blocked, exit 3: 3
blocked, kill -TERM $$: 143
blocked, sleep 0.3; exit 4: 4
int(0)
