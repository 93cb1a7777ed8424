--TEST--
After redislock run --at-least the lock rests until that time has passed: no other run has it, and release --force ends the rest
--SKIPIF--
<?php
if (!method_exists('RedisLock', 'keys')) {
    die('skip this extension knows one key and one holder');
}
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
tell(redislock($redis, ['run', 'report', '--at-least', '20', '--', 'echo', 'was run']));
tell(redislock($redis, ['run', 'report', '--at-least', '20', '--', 'echo', 'was run']));
$left = $redis->call('PTTL', 'report');
var_dump($left > 5_000 && $left <= 20_000);
echo preg_replace('/\d+\.\d s/', 'SECONDS', redislock($redis, ['show', 'report'])->out);
echo preg_match('/^report  at rest  \d+\.\d s /m', redislock($redis, ['list'])->out), "\n";
tell(redislock($redis, ['release', 'report', '--force']));
// A job that takes longer leaves nothing.
tell(redislock($redis, ['run', 'report', '--at-least', '0.05', '--', 'sleep', '0.2']));
tell(redislock($redis, ['show', 'report']));
--EXPECT--
was run
-> 0
redislock: "report" is held by another or at rest; the command was not run
-> 75
bool(true)
key      report
holder   none: at rest
left     SECONDS
waiting  no
fence    -
1
released "report"
-> 0
-> 0
"report" is free
-> 1
