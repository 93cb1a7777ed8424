--TEST--
On a master that sentinels name, a user who may not lock hears what is needed, and takes nothing
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/users.inc';
require __DIR__ . '/refusals.inc';

$redis = RedisServer::start();
$sentinel = $redis->sentinel();
foreach (CAUSES as $cause => $rules) {
    echo "$cause: ";
    address_of_user($redis, 'bob', $rules);
    tell_refusals("redis-sentinel://bob:s3cret@127.0.0.1:$sentinel/my-master");
    tell_what_is_left($redis);
}
--EXPECT--
no right to scripts: RedisLockServerException: could not acquire lock "{orders}:42": 127.0.0.1:PORT replied ...; the user needs +eval +get +set +exists +pttl; docs/servers.md has the ACL rules a lock needs
no right to SET: RedisLockServerException: could not acquire lock "{orders}:42": 127.0.0.1:PORT replied ...; the user needs +eval +get +set +exists +pttl; docs/servers.md has the ACL rules a lock needs
no right to GET: RedisLockServerException: could not acquire lock "{orders}:42": 127.0.0.1:PORT replied ...; the user needs +eval +get +set +exists +pttl; docs/servers.md has the ACL rules a lock needs
the pattern: RedisLockServerException: could not acquire lock "{orders}:42": 127.0.0.1:PORT replied ...; the user's key patterns must cover {orders}:42*; docs/servers.md has the ACL rules a lock needs
the key: RedisLockServerException: could not acquire lock "{orders}:42": 127.0.0.1:PORT replied ...; the user's key patterns must cover {orders}:42*; docs/servers.md has the ACL rules a lock needs
