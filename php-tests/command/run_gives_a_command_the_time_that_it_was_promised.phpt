--TEST--
A command that was sent SIGTERM has the whole of --kill-after when the lock is renewed after all, or when the ttl has no room for it
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$hide = ["127.0.0.1:$redis->port" => 'REDIS'];
$command = 'exec 2>/dev/null; trap "echo terminated; sleep $0; echo ended; exit 5" TERM; echo ready; while :; do sleep 0.02; done';
// With room: SIGTERM comes 1.9 s before the end, and SIGKILL would come there.
$run = start($redis, ['run', 'job', '--ttl', '4', '--on-lost=term', '--kill-after', '1.9', '--', 'sh', '-c', $command, '0.8'], ['redislock.io_timeout' => '0.3']);
$run->waitForLine('ready');
$redis->suspend();
$run->waitForLine('terminated');
$redis->resume();
usleep(400_000);
echo $redis->call('EXISTS', 'job') === 1 && $run->isRunning() ? "held while it ends\n" : "free\n";
$result = $run->wait(20);
echo $result->out, preg_match('/^redislock: lock "job" was not renewed, 1\.\d s before its end(, and [^;]*)?; it is sent SIGTERM\n$/D', $result->err) ? '' : $result->err, "-> $result->code\n";
var_dump($redis->call('EXISTS', 'job'));
// Without: it goes on beside whatever holds the lock next.
$run = start($redis, ['run', 'job', '--ttl', '1.2', '--on-lost=term', '--kill-after', '2', '--', 'sh', '-c', $command, '9'], ['redislock.io_timeout' => '0.3']);
$run->waitForLine('ready');
$redis->suspend();
$run->waitForLine('terminated');
$sent = microtime(true);
$result = $run->wait(20);
echo microtime(true) - $sent > 1.9 ? '' : "early\n", strtr(strstr($result->err, "the command has not"), $hide), "-> $result->code\n";
--EXPECT--
held while it ends
ready
terminated
ended
-> 76
int(0)
the command has not ended within 2 s; it is sent SIGKILL
redislock: could not release lock "job": REDIS: no reply within 0.3 s (io_timeout); call release() again, or leave the lock to its ttl
-> 76
