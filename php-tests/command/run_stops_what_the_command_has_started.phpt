--TEST--
With --on-lost=term or kill the programs that the command has started end before redislock run does; a deaf one after --kill-after
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux') {
    die('skip only Linux has /proc to find descendants in');
}
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
// A script in a script in a script; the innermost counts, and is told to be deaf in the third case.
$inner = 'exec 2>/dev/null; [ "$1" = deaf ] && trap "" TERM || trap "echo terminated; exit" TERM; echo "pid $$"; while :; do sleep 0.05; done';
foreach (['term' => ['--on-lost=term'], 'kill' => ['--on-lost=kill'], 'deaf' => ['--on-lost=term', '--kill-after=0.3']] as $name => $options) {
    $line = ['sh', '-c', 'exec 2>/dev/null; sh -c \'sh -c "$0" x "$1"; echo went on\' "$0" "$1"; echo went on', $inner, $name];
    $run = start($redis, ['run', 'job', '--ttl', '0.6', ...$options, '--', ...$line]);
    $pid = (int) substr($run->waitForLine('pid'), 4);
    $redis->call('SET', 'job', 'rl_0123456789abcdef0123456789abcdef@web2:17');
    tell($run->wait(15), ["pid $pid\n" => '']);
    if (file_exists("/proc/$pid") && !str_contains(file_get_contents("/proc/$pid/status"), 'zombie')) {
        echo "it works on\n";
        signal($pid, 'KILL');
    }
    $redis->call('DEL', 'job');
}
--EXPECT--
terminated
redislock: lock "job" was lost: its ttl ran out or it was removed, and "web2:17" holds it now; it is sent SIGTERM
-> 76
redislock: lock "job" was lost: its ttl ran out or it was removed, and "web2:17" holds it now; it is sent SIGKILL
-> 76
redislock: lock "job" was lost: its ttl ran out or it was removed, and "web2:17" holds it now; it is sent SIGTERM
redislock: the command has not ended within 0.3 s; it is sent SIGKILL
-> 76
