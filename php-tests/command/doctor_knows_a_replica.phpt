--TEST--
redislock doctor says that an address leads to a replica, and of a master whether its replicas follow and what bounds the loss
--FILE--
<?php
require __DIR__ . '/doctor.inc';
require __DIR__ . '/../replicas/replica.inc';

$master = master();
$replica = replica_of($master);
$hide = [place($master) => 'MASTER', place($replica) => 'REPLICA'];
$told = doctor($master, ['--server', $replica->address()], $hide, ['role', 'write']);
echo $told['servers'][0]['role'], "\n";
// Who may not touch the key that is tried is refused for that first, and a replica may take writes.
doctor($replica, [], $hide, ['role', 'keys'], ['REDISLOCK_SERVER' => address_of_user($replica, 'shop', '~orders:* +@all')]);
$replica->call('CONFIG', 'SET', 'replica-read-only', 'no');
doctor($replica, [], $hide, ['role', 'write']);
doctor($master, [], $hide, ['replicas']);
$master->call('CONFIG', 'SET', 'min-replicas-to-write', '1');
doctor($master, [], $hide, ['replicas']);
$master->call('CONFIG', 'SET', 'min-replicas-to-write', '2');
doctor($master, [], $hide, ['write']);
--EXPECTF--
error role REPLICA: it refuses to write: READONLY You can't write against a read only replica%S
error -> 1
slave
error role REPLICA: it is a replica: a lock on it excludes no process that uses its master
warning keys REPLICA: user "shop" may not touch the key "redislock-doctor", and Redis does not say which keys it may%S
error -> 1
error role REPLICA: it is a replica: a lock on it excludes no process that uses its master
error -> 1
note replicas MASTER: replication is asynchronous, and min-replicas-to-write is 0: a master that is cut off goes on giving locks, which a failover loses
ok -> 0
ok -> 0
error write MASTER: it refuses to write: NOREPLICAS Not enough good replicas to write%S
error -> 1
