--TEST--
When one of several keys is lost redislock run says so, ends the command as told, and leaves the others to their ttl: its command knows the token
--SKIPIF--
<?php
if (!method_exists('RedisLock', 'keys')) {
    die('skip this extension knows one key and one holder');
}
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$run = start($redis, ['run', '--key=a', '--key=b', '--ttl', '2', '--on-lost=term', '--', 'sh', '-c', 'exec 2>/dev/null; trap "exit 5" TERM; echo ready; while :; do sleep 0.02; done']);
$run->waitForLine('ready');
$redis->call('SET', 'b', 'rl_0123456789abcdef0123456789abcdef@web2:17');
tell($run->wait(15));
var_dump($redis->call('EXISTS', 'a'));
sleep(2);
var_dump($redis->call('EXISTS', 'a'), $redis->call('EXISTS', 'b'));
--EXPECT--
ready
redislock: lock "a" and 1 more was lost: its ttl ran out or it was removed, and "web2:17" holds it now; it is sent SIGTERM
-> 76
int(1)
int(0)
int(1)
