--TEST--
redislock run --done-for runs a command once: after an exit code of 0 it is done, after another one it is run again
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$run = fn (string ...$words) => tell(redislock($redis, ['run', 'report', '--done-for', '60', ...$words]));
$run('--', 'sh', '-c', 'echo failed; exit 3');
$run('--', 'echo', 'was run');
ob_start();
$run('--wait', '5', '--', 'echo', 'was run again');
echo preg_replace('/\d+ s/', 'N s', ob_get_clean());
$run('-q', '--', 'echo', 'was run again');
tell(redislock($redis, ['run', 'report', '--', 'echo', 'was run']));
echo preg_replace('/\d+\.\d s/', 'SECONDS', redislock($redis, ['show', 'report'])->out);
echo strtok(redislock($redis, ['why', 'report'])->out, "\n"), "\n";
tell(redislock($redis, ['release', 'report', '--force']));
$run('--permits', '2', '--', 'echo');
--EXPECT--
failed
-> 3
was run
-> 0
redislock: the work of lock "report" is done, for another N s; the command was not run
-> 0
-> 0
redislock: "report" is held by another; the command was not run
-> 75
key      report
holder   none: its work is done
left     SECONDS
waiting  no
fence    -
"report" is done: no process holds it, and run() with doneFor does not do its work again
released "report"
-> 0
redislock: --done-for is for one KEY, without --permits
redislock: see redislock run --help
-> 64
