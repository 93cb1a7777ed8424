--TEST--
Where the system starts no further process, redislock run says why the command was not started, in one line, and releases the lock
--SKIPIF--
<?php
exec('setpriv --reuid 64321 --regid 64321 --clear-groups prlimit --nproc=9 true 2>&1', $output, $status);
$status === 0 || die('skip another user without processes, and a limit of them, need root, setpriv and prlimit: ' . end($output));
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
foreach ([1, 2] as $most) {
    $line = ['setpriv', '--reuid', '64321', '--regid', '64321', '--clear-groups', 'prlimit', "--nproc=$most", ...command_line($redis, ['run', 'job', '--', 'sh', '-c', 'exit 3'])];
    $process = proc_open($line, [['file', '/dev/null', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes, '/');
    $said = stream_get_contents($pipes[1]);
    echo "$most: ", preg_replace('/fork failed|posix_spawn\(\) failed/i', 'Fork failed', $said), '-> ', proc_close($process), ', ', $redis->call('EXISTS', 'job') === 0 ? 'free' : 'held', "\n";
}
--EXPECT--
1: redislock: no process can be started: Resource temporarily unavailable
-> 126, free
2: redislock: the command was not started: Fork failed: Resource temporarily unavailable
-> 126, free
