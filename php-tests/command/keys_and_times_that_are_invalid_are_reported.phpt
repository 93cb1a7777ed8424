--TEST--
Keys, permits and times that RedisLock refuses are exit code 64 in the words of the command line, and nothing is run
--SKIPIF--
<?php
if (!method_exists('RedisLock', 'keys')) {
    die('skip this extension knows one key and one holder');
}
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$lines = [
    '--key=a --key=b --key=a', '--key=a --key=', '--key=a --key=b:rl-x', '--key=a --key=b --permits=2', 'a --permits=0', 'a --permits=65', 'a --permits=two',
    'a --at-least=-1', 'a --at-least=1e-9', 'a --done-for=1e-9', 'a --at-least=soon', 'a --at-least=INF', 'a --ttl=INF --at-least=1e99',
    "--key=a --key=b\nc",
];
foreach ($lines as $line) {
    $result = redislock($redis, ['run', ...explode(' ', $line), '--', 'echo', 'was run']);
    echo strtr($line, "\n", '|'), ': ', $result->code === 64 ? '' : "$result->code, ", substr(strtok($result->err, "\n"), strlen('redislock: ')), "\n";
}
var_dump($redis->call('DBSIZE'));
--EXPECTF--
--key=a --key=b --key=a: KEY must %s twice%S
--key=a --key=: KEY must %s not be empty
--key=a --key=b:rl-x: KEY must %s not contain ":rl-"%S
--key=a --key=b --permits=2: --permits must be 1 with a list of keys
a --permits=0: --permits must be a whole number from 1 to 64
a --permits=65: --permits must be a whole number from 1 to 64
a --permits=two: --permits must be a whole number from 1 to 64
a --at-least=-1: --at-least must be at least 0 seconds, -1 given
a --at-least=1e-9: --at-least must be 0 or at least 0.001 seconds, 1e-9 given
a --done-for=1e-9: --done-for must be 0 or at least 0.001 seconds, 1e-9 given
a --at-least=soon: --at-least must be a number of seconds, or INF
a --at-least=INF: --at-least must be at most %s seconds%s, INF given
a --ttl=INF --at-least=1e99: --at-least must be at most %s seconds%s, 1e99 given
--key=a --key=b|c: none of several keys may contain a line break: REDISLOCK_KEY has each on a line of its own
int(0)
