--TEST--
SIGTERM to redislock run ends a command that does not handle it, the lock is free at once, and the exit code says which signal
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$run = start($redis, ['run', 'job', '--ttl', '600', '--', 'sh', '-c', 'echo pid $$; exec sleep 600']);
$pid = (int) substr($run->waitForLine('pid '), 4);
$run->kill('TERM');
$result = $run->wait(10);
var_dump($result->code, $result->err, $redis->call('EXISTS', 'job'), file_exists("/proc/$pid"));

// One that finishes its work first is waited for, with the lock.
$run = start($redis, ['run', 'job', '--', 'sh', '-c', 'trap "echo finishing; read line; exit 3" TERM; echo ready; while :; do sleep 0.02; done']);
$run->waitForLine('ready');
$run->kill('TERM');
$run->waitForLine('finishing');
var_dump($redis->call('EXISTS', 'job'));
$run->say();
var_dump($run->wait()->code, $redis->call('EXISTS', 'job'));
--EXPECT--
int(143)
string(0) ""
int(0)
bool(false)
int(1)
int(3)
int(0)
