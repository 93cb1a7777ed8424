--TEST--
In a cluster a node that joins later, where the user may not lock, takes nothing, and its refusal says what is needed
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/users.inc';
require __DIR__ . '/refusals.inc';

$first = RedisServer::start('--cluster-enabled', 'yes');
$first->becomeCluster();
$address = str_replace('redis:', 'redis-cluster:', address_of_user($first, 'bob', '~* +@all'));
$lock = new RedisLock('{orders}:42', 10, $address);
var_dump($lock->acquire(), $lock->release());
$late = RedisServer::start('--cluster-enabled', 'yes');
$late->call('CLUSTER', 'MEET', '127.0.0.1', (string) $first->port);
[$old, $new] = [$first->call('CLUSTER', 'MYID'), $late->call('CLUSTER', 'MYID')];
eventually(PATIENCE, fn (): bool => str_contains($first->call('CLUSTER', 'NODES'), $new) && str_contains($late->call('CLUSTER', 'NODES'), $old)) || exit('they do not meet');
$slot = (string) $first->call('CLUSTER', 'KEYSLOT', '{orders}:42');
foreach ([$late, $first] as $node) {
    echo $node->call('CLUSTER', 'SETSLOT', $slot, 'NODE', $new), "\n";
}
eventually(PATIENCE, fn (): bool => str_contains($late->call('CLUSTER', 'INFO'), 'cluster_state:ok'));
foreach (CAUSES as $cause => $rules) {
    echo "$cause: ";
    address_of_user($late, 'bob', $rules);
    tell_refusals($address);
    tell_what_is_left($first, $late);
}
address_of_user($late, 'bob', '~* +@all');
var_dump($lock->acquire(), $late->call('EXISTS', '{orders}:42'));
--EXPECT--
bool(true)
bool(true)
OK
OK
no right to scripts: RedisLockServerException: could not acquire lock "{orders}:42": 127.0.0.1:PORT replied ...; the user needs +eval +get +set +exists +pttl; docs/servers.md has the ACL rules a lock needs
no right to SET: RedisLockServerException: could not acquire lock "{orders}:42": 127.0.0.1:PORT replied ...; the user needs +eval +get +set +exists +pttl; docs/servers.md has the ACL rules a lock needs
no right to GET: RedisLockServerException: could not acquire lock "{orders}:42": 127.0.0.1:PORT replied ...; the user needs +eval +get +set +exists +pttl; docs/servers.md has the ACL rules a lock needs
the pattern: RedisLockServerException: could not acquire lock "{orders}:42": 127.0.0.1:PORT replied ...; the user's key patterns must cover {orders}:42*; docs/servers.md has the ACL rules a lock needs
the key: RedisLockServerException: could not acquire lock "{orders}:42": 127.0.0.1:PORT replied ...; the user's key patterns must cover {orders}:42*; docs/servers.md has the ACL rules a lock needs
bool(true)
int(1)
