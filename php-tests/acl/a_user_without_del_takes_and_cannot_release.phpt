--TEST--
A user without +del takes every kind of lock; release() says that it needs +del, and the lock ends with its ttl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../errors/methods.inc';
require __DIR__ . '/users.inc';

$redis = RedisServer::start();
$address = address_of_user($redis, 'bob', '~* +@all -del');
$words = ['/:\d{4,5}/' => ':PORT', '/replied .*?(?=; the user)/' => 'replied ...'];
$lock = fn (string|array $key, mixed ...$more): RedisLock => new RedisLock($key, 10, $address, ...$more);
foreach ([$lock('k'), $lock(['a', 'b']), $lock('p', permits: 2), $lock('f', fence: true), $lock('r', autoRenew: true)] as $held) {
    echo json_encode([$held->acquire(), $held->extend(20), $held->isHeld()]), ' ';
    echo preg_replace(array_keys($words), $words, answer(fn () => $held->release())), "\n";
}
echo json_encode([$lock('k')->isLocked(), $redis->call('TTL', 'k') > 10]), ' ';
echo json_encode($lock('run')->run(fn (): string => 'its result')), ' ', RedisLock::stats()['failed'] > 0 ? 'told by stats' : 'not told', "\n";
$redis->call('ACL', 'SETUSER', 'bob', '+del');
var_dump($held->release());
--EXPECT--
[true,true,true] RedisLockServerException: could not release lock "k": 127.0.0.1:PORT replied ...; the user needs +eval +get +del; docs/servers.md has the ACL rules a lock needs
[true,true,true] RedisLockServerException: could not release lock "a" and 1 more: 127.0.0.1:PORT replied ...; the user needs +eval +get +del; docs/servers.md has the ACL rules a lock needs
[true,true,true] RedisLockServerException: could not release lock "p": 127.0.0.1:PORT replied ...; the user needs +eval +get +del; docs/servers.md has the ACL rules a lock needs
[true,true,true] RedisLockServerException: could not release lock "f": 127.0.0.1:PORT replied ...; the user needs +eval +get +del; docs/servers.md has the ACL rules a lock needs
[true,true,true] RedisLockServerException: could not release lock "r": 127.0.0.1:PORT replied ...; the user needs +eval +get +del; docs/servers.md has the ACL rules a lock needs
[true,true] "its result" told by stats
bool(true)
