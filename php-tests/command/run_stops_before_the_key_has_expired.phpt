--TEST--
Where Redis hangs, --on-lost=kill ends the command before its key can expire, and a signal to the command does not wait for a reply
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$file = sys_get_temp_dir() . '/' . test_key();
$hide = ["127.0.0.1:$redis->port" => 'REDIS'];
// The command notes the time as long as it runs.
$script = 'echo ready; while :; do date +%s.%N >"$0"; sleep 0.02; done';
$run = start($redis, ['run', 'job', '--ttl', '1.5', '--on-lost=kill', '--', 'sh', '-c', $script, $file], ['redislock.io_timeout' => '2']);
$run->waitForLine('ready');
$hung = microtime(true);
$redis->suspend();
$result = $run->wait(20);
// The last renewal came before the stop, so that the key is there for less than 1.5 s after it.
echo 'ran on for ', (float) file_get_contents($file) - $hung < 1.5 ? 'no longer than the ttl' : 'longer than the ttl', "\n";
$redis->resume();
tell($result, $hide);
$redis->call('DEL', 'job');
$run = start($redis, ['run', 'job', '--ttl', '1', '--on-lost=term', '--kill-after', '10', '--', 'sh', '-c', 'exec 2>/dev/null; trap "echo terminated" TERM; trap "date +%s.%N >$0; exit 7" USR1; echo ready; while :; do sleep 0.02; done', $file], ['redislock.io_timeout' => '10']);
$run->waitForLine('ready');
$redis->suspend();
$run->waitForLine('terminated');
$sent = microtime(true);
$run->kill('USR1');
eventually(PATIENCE, fn (): bool => (float) file_get_contents($file) > $sent);
echo 'SIGUSR1 came ', (float) file_get_contents($file) - $sent < 3 ? 'at once' : 'late', "\n";
$redis->resume();
echo $run->wait(30)->code, "\n";
unlink($file);
--EXPECT--
ran on for no longer than the ttl
ready
redislock: the ttl of the lock has run out, and could not inspect lock "job": REDIS: no reply within 2 s (io_timeout); it is sent SIGKILL
redislock: could not release lock "job": REDIS: no reply within 2 s (io_timeout); call release() again, or leave the lock to its ttl
-> 76
SIGUSR1 came at once
76
