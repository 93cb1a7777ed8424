--TEST--
The SIGHUP of a terminal that has gone and the SIGALRM of a timer, which the kernel sends to redislock run alone, reach its command
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$file = sys_get_temp_dir() . '/' . test_key();
$script = 'trap "echo hung up >$0; exit 3" HUP; echo ready; while :; do sleep 0.02; done';
$shown = terminal($redis, ['run', 'job', '--ttl', '5', '--', 'sh', '-c', $script, $file], [['see', 'ready'], ['hang up']]);
echo @file_get_contents($file), "-> $shown[code]\n";
@unlink($file);
$line = ['python3', '-c', 'import os, signal, sys; signal.alarm(1); os.execv(sys.argv[1], sys.argv[1:])',
    ...command_line($redis, ['run', 'job', '--', 'sh', '-c', 'trap "echo alarmed; exit 4" ALRM; while :; do sleep 0.02; done'])];
$alarmed = $redis->background('pcntl_exec("/usr/bin/env", ' . var_export($line, true) . ');', ['extension' => ['pcntl']]);
tell($alarmed->wait(10));
var_dump($redis->call('EXISTS', 'job'));
--EXPECT--
hung up
-> 3
alarmed
-> 4
int(0)
