--TEST--
As many redislock run as there are permits run at a time; a release wakes the next, and show tells how many of how many
--SKIPIF--
<?php
if (!method_exists('RedisLock', 'keys')) {
    die('skip this extension knows one key and one holder');
}
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$script = 'echo ready; read line';
$runs = array_map(fn (int $n): Background => start($redis, ['run', 'api', '--permits=2', '--label', "web$n", '--', 'sh', '-c', $script]), [1, 2]);
array_map(fn (Background $run): string => $run->waitForLine('ready'), $runs);
tell(redislock($redis, ['run', 'api', '--permits=2', '--', 'echo', 'was run']));
$shown = redislock($redis, ['show', 'api'])->out;
// Which of the two was the first is not known.
echo preg_match('/^permits  2 of 2\nholder   permit 1, (web[12]), token rl_....…@\1\nholder   permit 2, (web[12]), token rl_....…@\2\nleft /m', $shown) ? "both are shown\n" : $shown;
echo preg_match('/^api  2 of 2: web[12], web[12]  \d/m', redislock($redis, ['list'])->out), "\n";
$third = start($redis, ['run', 'api', '--permits=2', '--wait', 'INF', '--', 'echo', 'was run']);
eventually(PATIENCE, fn (): bool => RedisLock::describe('api', $redis->address())['waiting']);
$runs[1]->say();
tell($third->wait());
$runs[0]->say();
$runs[0]->wait();
tell(redislock($redis, ['show', 'api']));
--EXPECT--
redislock: all 2 permits of "api" are held by others; the command was not run
-> 75
both are shown
1
was run
-> 0
"api" is free
-> 1
