--TEST--
diagnose() for clients sends INFO and CLIENT LIST, so that a user who may run only these has no lines in ACL LOG, and leaves sentinels out
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../acl/users.inc';

$redis = RedisServer::start();
$address = address_of_user($redis, 'watcher', '+info +client');
[$node] = RedisLock::diagnose($address, clients: true);
var_dump($node['error'], $node['user'], $node['latency'] > 0, $node['clock'], $redis->call('ACL', 'LOG'));
echo implode(' ', array_keys($node['refusals'])), "\n";

[$node] = RedisLock::diagnose(address_of_user($redis, 'locker', '~* ' . LOCK_COMMANDS), clients: true);
echo implode(' ', array_map(fn (?string $refusal): string => strtok((string) $refusal, ' '), $node['refusals'])), "\n";
var_dump($node['error'], $node['clients'], $node['info']);

$sentinel = "redis-sentinel://127.0.0.1:{$redis->sentinel()}/my-master";
var_dump(count(RedisLock::diagnose($sentinel)), array_column(RedisLock::diagnose($sentinel, clients: true), 'node') === [substr($redis->address(), 8)]);
--EXPECT--
NULL
string(7) "watcher"
bool(true)
NULL
array(0) {
}
client|list info
NOPERM NOPERM
NULL
NULL
array(0) {
}
int(2)
bool(true)
