--TEST--
redislock release needs the whole token, from the command line or standard input, or --force; a shortened one releases nothing
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$token = 'rl_0123456789abcdef0123456789abcdef@web1';
$redis->call('SET', 'job', $token);
tell(redislock($redis, ['release', 'job', '--token', 'rl_0123…@web1']));
tell(redislock($redis, ['release', 'job', '--token', 'other', '--json']));
var_dump($redis->call('EXISTS', 'job'));
tell(redislock($redis, ['release', 'job', '--token', $token]));
var_dump($redis->call('EXISTS', 'job'));
$redis->call('SET', 'job', $token);
$release = start($redis, ['release', 'job', '--token=-', '--json']);
$release->say($token);
tell($release->wait());
tell(redislock($redis, ['release', 'job', '--force']));
$redis->call('SET', 'job', 'another');
tell(redislock($redis, ['release', 'job', '--force']));
$redis->call('HSET', 'job', 'customers', '7');
tell(redislock($redis, ['release', 'job', '--force']));
tell(redislock($redis, ['release', 'job', '--force', '--all']));
tell(redislock($redis, ['release', 'job']));
tell(redislock($redis, ['release', 'job', '--force', '--token', 'x']));
--EXPECT--
"job" is not held with this token
-> 1
{"released":false}
-> 1
int(1)
released "job"
-> 0
int(0)
{"released":true}
-> 0
"job" is free
-> 1
released "job"
-> 0
redislock: "job" is a hash, which no lock of RedisLock is; --all removes it all the same
redislock: see redislock release --help
-> 64
released "job"
-> 0
redislock: either --token or --force must be given
redislock: see redislock release --help
-> 64
redislock: either --token or --force must be given
redislock: see redislock release --help
-> 64
