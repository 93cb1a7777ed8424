--TEST--
redislock doctor counts the servers of a quorum: one down, too few, an even number, and one that two addresses name
--FILE--
<?php
require __DIR__ . '/doctor.inc';

$all = [RedisServer::start(), RedisServer::start(), RedisServer::start(), RedisServer::start()];
$hide = array_combine(array_map(place(...), $all), ['A', 'B', 'C', 'D']) + [$all[0]->folder => 'FOLDER'];
$servers = fn (string ...$addresses): array => array_merge(...array_map(fn (string $address): array => ['--server', $address], $addresses));
[$a, $b, $c, $d] = array_map(fn (RedisServer $redis): string => $redis->address(), $all);
doctor($all[0], $servers($a, $b, $c), $hide, ['quorum', 'server']);
doctor($all[0], $servers($a, $b, $c, $d), $hide, ['quorum', 'server']);
doctor($all[0], $servers($a, $b, $all[0]->unix()), $hide, ['quorum', 'server']);
$all[2]->stop();
doctor($all[0], $servers($a, $b, $c), $hide, ['quorum', 'server']);
$all[1]->stop();
doctor($all[0], [], $hide, ['quorum', 'server'], ['REDISLOCK_SERVER' => "$a $b $c"]);
--EXPECT--
warning quorum: A and B and C are on one machine: they fail together
warning -> 1
warning quorum: 4 is an even number: it survives no more losses than 3 servers do
warning quorum: A and B and C and D are on one machine: they fail together
warning -> 1
error quorum: A and FOLDER/s are the same server (run_id): it has several votes, so that the loss of one server may give a lock to two processes
error -> 1
error server C: it is not reached: connection refused
warning quorum: 2 of 3 servers are reached, and 2 are needed
warning quorum: A and B are on one machine: they fail together
error -> 1
error server B: it is not reached: connection refused
error server C: it is not reached: connection refused
error quorum: 1 of 3 servers are reached, and 2 are needed: no lock can be taken
error -> 69
