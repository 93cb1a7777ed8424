--TEST--
redislock doctor examines a cluster: one that is down, a healthy one, a plain address of a node, and a cluster's address that leads to none
--FILE--
<?php
require __DIR__ . '/doctor.inc';

$start = fn (): RedisServer => RedisServer::start('--cluster-enabled', 'yes', '--cluster-node-timeout', '1000');
[$node, $other, $plain] = [$start(), $start(), RedisServer::start()];
$hide = [place($node) => 'NODE', place($other) => 'OTHER', place($plain) => 'PLAIN'];
$cluster = fn (RedisServer $redis): array => ['--server', str_replace('redis:', 'redis-cluster:', $redis->address())];
$checks = ['cluster', 'write', 'replicas'];
doctor($node, $cluster($node), $hide, $checks);
$node->addSlots(0, 8191);
$other->addSlots(8192, 16383);
$node->call('CLUSTER', 'MEET', '127.0.0.1', (string) $other->port);
$isWhole = fn (RedisServer $redis): bool => str_contains($redis->call('CLUSTER', 'INFO'), 'cluster_state:ok');
var_dump(eventually(PATIENCE, fn (): bool => $isWhole($node) && $isWhole($other)));
doctor($node, $cluster($node), $hide, $checks);
doctor($node, [], $hide, $checks);
doctor($plain, $cluster($plain), $hide, $checks);
$other->stop();
var_dump(eventually(PATIENCE, fn (): bool => !$isWhole($node)));
doctor($node, $cluster($node), $hide, ['cluster', 'write', 'server']);
--EXPECT--
error write NODE: it refuses to write: CLUSTERDOWN Hash slot not served
error cluster: NODE says that the cluster is down (cluster_state:fail, 0 of 16384 slots have a node)
error -> 1
bool(true)
warning replicas: NODE, OTHER have no replica: while such a master is away, locks in its slots cannot be taken
warning -> 1
error cluster NODE: it is a node of a cluster: locks in the slots of other nodes are refused (MOVED)
error -> 1
error cluster: PLAIN is no cluster
error -> 1
bool(true)
error write NODE: it refuses to write: CLUSTERDOWN The cluster is down
error server OTHER: it is not reached: connection refused
error cluster: NODE says that the cluster is down (cluster_state:fail, 8192 of 16384 slots have a node)
error -> 1
