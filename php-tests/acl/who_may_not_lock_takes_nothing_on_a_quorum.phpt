--TEST--
A vote that is lost because members refuse says what each of them needs, and takes nothing; a minority that refuses is outvoted
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/users.inc';
require __DIR__ . '/refusals.inc';

$servers = array_map(fn (): RedisServer => RedisServer::start(), [1, 2, 3]);
foreach (CAUSES as $cause => $rules) {
    echo "$cause: ";
    $addresses = array_map(fn (RedisServer $redis, string $rules): string => address_of_user($redis, 'bob', $rules), $servers, ['~* +@all', $rules, $rules]);
    tell_refusals($addresses);
    tell_what_is_left(...$servers);
}
address_of_user($servers[1], 'bob', '~* +@all');
$lock = new RedisLock('{orders}:42', 10, $addresses);
var_dump($lock->acquire(), $lock->release());
tell_what_is_left(...$servers);
--EXPECT--
no right to scripts: RedisLockServerException: could not acquire lock "{orders}:42": 127.0.0.1:PORT replied ...; the user needs +eval +get +set +exists +pttl; docs/servers.md has the ACL rules a lock needs
no right to SET: RedisLockServerException: could not acquire lock "{orders}:42": 127.0.0.1:PORT replied ...; the user needs +eval +get +set +exists +pttl; docs/servers.md has the ACL rules a lock needs
no right to GET: RedisLockServerException: could not acquire lock "{orders}:42": 127.0.0.1:PORT replied ...; the user needs +eval +get +set +exists +pttl; docs/servers.md has the ACL rules a lock needs
the pattern: RedisLockServerException: could not acquire lock "{orders}:42": 127.0.0.1:PORT replied ...; the user's key patterns must cover {orders}:42*; docs/servers.md has the ACL rules a lock needs
the key: RedisLockServerException: could not acquire lock "{orders}:42": 127.0.0.1:PORT replied ...; the user's key patterns must cover {orders}:42*; docs/servers.md has the ACL rules a lock needs
bool(true)
bool(true)
