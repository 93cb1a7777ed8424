--TEST--
redislock run passes signals on to its command, and ends as that ends: with its own code when it handles them
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$script = 'for s in TERM INT HUP QUIT USR1 USR2 ALRM; do trap "echo got $s; exit 9" $s; done; echo ready; while :; do sleep 0.02; done';
foreach (['TERM', 'INT', 'HUP', 'QUIT', 'USR1', 'USR2', 'ALRM'] as $signal) {
    $run = start($redis, ['run', 'job', '--', 'sh', '-c', $script]);
    $run->waitForLine('ready');
    $run->kill($signal);
    tell($run->wait(), ["ready\n" => '']);
    echo $redis->call('EXISTS', 'job') ? "the lock was left\n" : '';
}
--EXPECT--
got TERM
-> 9
got INT
-> 9
got HUP
-> 9
got QUIT
-> 9
got USR1
-> 9
got USR2
-> 9
got ALRM
-> 9
