--TEST--
One process leads; the other one leads when the first has lost the lock, was killed, or Redis was away
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$first = example($redis, 'leader', '100000');
$first->waitForLine('leading');
$second = example($redis, 'leader', '100000');
var_dump(eventually(PATIENCE, fn (): bool => str_contains($redis->call('CLIENT', 'LIST'), ' cmd=blpop ')));
// An operator gives it to a third: both stand by.
$redis->call('SET', 'leader', 'another', 'PX', '60000');
$first->waitForLine('not the leader any more');
$first->kill();
$redis->call('DEL', 'leader');
$second->waitForLine('leading');
$third = example($redis, 'leader', '3');
var_dump(eventually(PATIENCE, fn (): bool => str_contains($redis->call('CLIENT', 'LIST'), ' cmd=blpop ')));
$second->kill();
$result = $third->wait();
echo preg_replace('/process \d+/', 'process PID', $result->out), "status $result->code, left: {$redis->call('EXISTS', 'leader')}\n";

$last = example($redis, 'leader', '100');
$last->waitForLine('leading');
$redis->restart();
$result = $last->wait();
echo preg_match_all('/^leading/m', $result->out), ' times, ', preg_match('/^not the leader/m', $result->out . $result->err), " stop, status $result->code\n";
--EXPECT--
bool(true)
bool(true)
standing by, process PID
leading, process PID
led to the end
status 0, left: 0
2 times, 1 stop, status 0
