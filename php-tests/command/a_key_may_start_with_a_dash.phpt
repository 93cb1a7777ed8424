--TEST--
A key that starts with a dash comes after --, or for run, whose command follows --, in --key
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
tell(redislock($redis, ['run', '--key=--help', '--', 'sh', '-c', 'echo "$1"', 'sh', '--']));
$redis->call('SET', '--help', 'rl_0123456789abcdef0123456789abcdef@web1');
echo strtok(redislock($redis, ['show', '--', '--help'])->out, "\n"), "\n";
echo redislock($redis, ['list', '--', '--h*'])->out;
tell(redislock($redis, ['release', '--force', '--', '--help']));
tell(redislock($redis, ['run', '--key', '-k', '--', 'echo', 'was run']));
--EXPECT--
--
-> 0
key      --help
KEY     HOLDER  LEFT      WAITING  FENCE
--help  web1    for ever  no       -
released "--help"
-> 0
was run
-> 0
