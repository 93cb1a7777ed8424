--TEST--
Where a right, a key or scripts are missing, every kind of lock says in one sentence what is needed, and takes nothing
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/users.inc';
require __DIR__ . '/refusals.inc';

$redis = RedisServer::start();
foreach (CAUSES as $cause => $rules) {
    echo "$cause: ";
    tell_refusals(address_of_user($redis, 'bob', $rules));
    tell_what_is_left($redis);
}
echo "no scripts: ";
$without = RedisServer::start('--rename-command', 'EVAL', '', '--rename-command', 'EVALSHA', '');
tell_refusals($without->address());
tell_what_is_left($without);
--EXPECT--
no right to scripts: RedisLockServerException: could not acquire lock "{orders}:42": 127.0.0.1:PORT replied ...; the user needs +eval +get +set +exists +pttl; docs/servers.md has the ACL rules a lock needs
no right to SET: RedisLockServerException: could not acquire lock "{orders}:42": 127.0.0.1:PORT replied ...; the user needs +eval +get +set +exists +pttl; docs/servers.md has the ACL rules a lock needs
no right to GET: RedisLockServerException: could not acquire lock "{orders}:42": 127.0.0.1:PORT replied ...; the user needs +eval +get +set +exists +pttl; docs/servers.md has the ACL rules a lock needs
the pattern: RedisLockServerException: could not acquire lock "{orders}:42": 127.0.0.1:PORT replied ...; the user's key patterns must cover {orders}:42*; docs/servers.md has the ACL rules a lock needs
the key: RedisLockServerException: could not acquire lock "{orders}:42": 127.0.0.1:PORT replied ...; the user's key patterns must cover {orders}:42*; docs/servers.md has the ACL rules a lock needs
no scripts: RedisLockServerException: could not acquire lock "{orders}:42": 127.0.0.1:PORT replied ...; a lock needs scripts (EVAL); if that is a sentinel, the address must begin with redis-sentinel://; else the server or a proxy has the command disabled
