--TEST--
redislock run with several --key takes all of them or none, and its command finds each on a line of REDISLOCK_KEY
--SKIPIF--
<?php
if (!method_exists('RedisLock', 'keys')) {
    die('skip this extension knows one key and one holder');
}
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$show = 'printf "%s\n" "$REDISLOCK_KEY" | while IFS= read -r key; do echo "[$key]"; done; echo ready; read line';
$run = start($redis, ['run', '--key=sku 1', '--key', '$(7)', '--', 'sh', '-c', $show]);
$run->waitForLine('ready');
var_dump($redis->call('GET', 'sku 1') === $redis->call('GET', '$(7)'));
tell(redislock($redis, ['run', '--key=other', '--key=sku 1', '--', 'echo', 'was run']));
tell(redislock($redis, ['run', '--key=a', '--key=b', '--key=c', '--key=sku 1', '--wait=0.1', '--', 'echo', 'was run']));
var_dump($redis->call('EXISTS', 'other', 'a', 'b', 'c'));
$run->say();
tell($run->wait());
var_dump($redis->call('EXISTS', 'sku 1', '$(7)'));
--EXPECT--
bool(true)
redislock: at least one of "other", "sku 1" is held by another; the command was not run
-> 75
redislock: at least one of "a", "b", "c" and 1 more was still held by another after a wait of 0.1 s; the command was not run
-> 75
int(0)
[sku 1]
[$(7)]
ready
-> 0
int(0)
