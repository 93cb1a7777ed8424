--TEST--
redislock doctor examines each sentinel and the master that they name, and reports too few, one that is away, and a wrong name
--FILE--
<?php
require __DIR__ . '/doctor.inc';

$redis = RedisServer::start();
[$one, $dead] = [$redis->sentinel(), free_port()];
$hide = [place($redis) => 'MASTER', ":$one" => ':ONE', ":$dead" => ':DEAD'];
$told = doctor($redis, ['--server', "redis-sentinel://127.0.0.1:$one,127.0.0.1:$dead/my-master"], $hide, ['sentinels', 'replicas']);
echo implode(' ', array_map(fn (array $server): string => $server['sentinel'] ? 'sentinel' : 'server', $told['servers'])), "\n";
$two = $redis->sentinel();
$knows = fn (): bool => in_array('1', array_column(array_column(RedisLock::diagnose("redis-sentinel://127.0.0.1:$one/my-master"), 'info'), 'num-other-sentinels'), true);
var_dump(eventually(PATIENCE, $knows));
$hide += [":$two" => ':TWO'];
doctor($redis, ['--server', "redis-sentinel://127.0.0.1:$one,127.0.0.1:$two/my-master"], $hide, ['sentinels']);
doctor($redis, ['--server', "redis-sentinel://127.0.0.1:$one/other"], $hide, ['sentinels', 'server']);
--EXPECT--
warning sentinels: 127.0.0.1:DEAD is not reached: connection refused
warning sentinels: there is one sentinel: with the loss of one there is no failover any more
warning replicas: the master has no replica that could take its place
warning -> 1
sentinel sentinel server
bool(true)
warning sentinels: there are two sentinels: with the loss of one there is no failover any more
warning -> 1
error server 127.0.0.1:ONE: it is not reached: no sentinel names a master: 127.0.0.1:ONE: knows no master "other"
error sentinels: 127.0.0.1:ONE names no master: ERR No such master with that name
error -> 69
