--TEST--
A user who may read some keys finds the locks among them; one who may read none, or may not scan, gets an exception
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
foreach (['orders:1', 'users:1'] as $key) {
    $locks[] = $lock = new RedisLock($key, 10, $redis->address());
    $lock->acquire() || exit(1);
}
$as = fn (string $user): string => str_replace('redis://', "redis://$user:pw@", $redis->address());
$commands = ['+get', '+exists', '+pttl', '+eval', '+evalsha'];
$redis->call('ACL', 'SETUSER', 'shop', 'on', '>pw', '~orders:*', ...$commands, ...['+scan', '+getrange']);
$redis->call('ACL', 'SETUSER', 'none', 'on', '>pw', '~none:*', ...$commands, ...['+scan', '+getrange']);
$redis->call('ACL', 'SETUSER', 'blind', 'on', '>pw', '~*', ...$commands);
$redis->call('ACL', 'SETUSER', 'unscripted', 'on', '>pw', '~*', '+get', '+pttl', '+scan', '+getrange');
var_dump(array_column(RedisLock::locks('*', $as('shop')), 'name'));
foreach ([fn () => RedisLock::describe('users:1', $as('unscripted')), fn () => RedisLock::locks('*', $as('unscripted'))] as $look) {
    echo preg_replace('/127.*?NOPERM[^;]*;/', '... NOPERM;', throws($look)), "\n";
}
foreach (['none', 'blind'] as $user) {
    echo preg_replace('/127.*?NOPERM.*;/', '... NOPERM;', throws(fn () => RedisLock::locks('*', $as($user)))), "\n";
}
--EXPECT--
array(1) {
  [0]=>
  string(8) "orders:1"
}
RedisLockServerException: could not inspect lock "users:1": ... NOPERM; the user needs +eval +get +pttl; docs/servers.md has the ACL rules a lock needs
RedisLockServerException: could not look for locks "*": ... NOPERM; the user needs +eval +get +pttl; docs/servers.md has the ACL rules a lock needs
RedisLockServerException: could not look for locks "*": ... NOPERM; docs/servers.md has the ACL rules a lock needs
RedisLockServerException: could not look for locks "*": ... NOPERM; docs/servers.md has the ACL rules a lock needs
