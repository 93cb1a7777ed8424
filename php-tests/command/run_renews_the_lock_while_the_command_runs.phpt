--TEST--
redislock run renews its lock as long as the command runs, under the prefix and label that are set, and releases it then
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$run = start($redis, ['run', 'job', '--ttl', '1', '--label', 'cron', '--', 'sh', '-c', 'echo begun; read line; echo "read $line"'], ['redislock.prefix' => 'shop:']);
$run->waitForLine('begun');
$token = $redis->call('GET', 'shop:job');
var_dump(strrchr($token, '@'));
usleep(2_200_000);
var_dump($redis->call('GET', 'shop:job') === $token, $redis->call('PTTL', 'shop:job') <= 1000);
$run->say('on');
tell($run->wait());
var_dump($redis->call('EXISTS', 'shop:job'));
--EXPECT--
string(5) "@cron"
bool(true)
bool(true)
begun
read on
-> 0
int(0)
