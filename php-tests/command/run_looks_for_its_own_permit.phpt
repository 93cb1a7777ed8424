--TEST--
redislock run that has lost its permit says so; one whose Redis was silent for longer than the ttl finds its permit again, and goes on
--SKIPIF--
<?php
if (!method_exists('RedisLock', 'keys')) {
    die('skip this extension knows one key and one holder');
}
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$script = 'exec 2>/dev/null; trap "exit 5" TERM; echo ready; while :; do sleep 0.02; done';
$first = start($redis, ['run', 'api', '--permits=2', '--', 'sh', '-c', $script]);
$first->waitForLine('ready');
$second = start($redis, ['run', 'api', '--permits=2', '--ttl=1', '--on-lost=warn', '--', 'sh', '-c', $script]);
$second->waitForLine('ready');
$redis->call('MULTI');
$redis->call('PEXPIRE', 'api:rl-permit-2{api}', '60000');
$redis->call('CLIENT', 'PAUSE', '1700', 'ALL');
$redis->call('EXEC');
// Renewed again: it would have more than its ttl else.
eventually(PATIENCE, fn (): bool => $redis->call('PTTL', 'api:rl-permit-2{api}') <= 1000);
$second->kill('TERM');
tell($second->wait(15));
$third = start($redis, ['run', 'api', '--permits=2', '--ttl=0.6', '--on-lost=term', '--', 'sh', '-c', $script]);
$third->waitForLine('ready');
$redis->call('DEL', 'api:rl-permit-2{api}');
tell($third->wait(15));
var_dump($redis->call('EXISTS', 'api'), $first->isRunning());
$first->kill('TERM');
tell($first->wait(15));
--EXPECT--
ready
-> 5
ready
redislock: lock "api" was lost: its ttl ran out or it was removed; it is sent SIGTERM
-> 76
int(1)
bool(true)
ready
-> 5
