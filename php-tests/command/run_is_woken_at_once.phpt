--TEST--
redislock run --wait begins as soon as the holder releases the lock, and does not wait longer than it was told
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$first = start($redis, ['run', 'job', '--', 'sh', '-c', 'echo begun; read line; date +%s.%N']);
$first->waitForLine('begun');
$second = start($redis, ['run', 'job', '--wait', '30', '--', 'date', '+%s.%N']);
var_dump(eventually(PATIENCE, fn (): bool => RedisLock::describe('job', $redis->address())['waiting']));
$first->say();
[$ended, $began] = [(float) explode("\n", $first->wait()->out)[1], (float) $second->wait()->out];
var_dump($began > $ended, $began - $ended < 0.5 ? 'at once' : $began - $ended);
$redis->call('SET', 'job', 'another');
$begin = hrtime(true);
$third = redislock($redis, ['run', 'job', '--wait', '0.7', '--', 'echo', 'was run']);
$seconds = (hrtime(true) - $begin) / 1e9;
var_dump($third->code, $seconds > 0.7 && $seconds < 3);
--EXPECT--
bool(true)
bool(true)
string(7) "at once"
int(75)
bool(true)
