--TEST--
For a user that may not GET any more every method that compares says so; no lease is called lost and no key another's
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../errors/methods.inc';
require __DIR__ . '/users.inc';

$redis = RedisServer::start();
$address = address_of_user($redis, 'bob', '~orders:* ' . LOCK_COMMANDS);
foreach (['isHeld', 'ensureHeld', 'extend', 'release', 'holder', 'isLocked'] as $method) {
    $lock = new RedisLock('orders:42', 10, $address);
    $lock->acquire() || exit(1);
    $redis->call('ACL', 'SETUSER', 'bob', '-get');
    echo "$method: ", answer(fn () => $lock->$method()), "\n";
    unset($lock);
    $redis->call('FLUSHALL');
    $redis->call('ACL', 'SETUSER', 'bob', '+get');
}
var_dump(RedisLock::stats()['lost']);
--EXPECTF--
isHeld: RedisLockServerException: could not inspect lock "orders:42": 127.0.0.1:%d replied %s
ensureHeld: RedisLockServerException: could not inspect lock "orders:42": 127.0.0.1:%d replied %s
extend: RedisLockServerException: could not extend lock "orders:42": 127.0.0.1:%d replied %s
release: RedisLockServerException: could not release lock "orders:42": 127.0.0.1:%d replied %s
holder: RedisLockServerException: could not inspect lock "orders:42": 127.0.0.1:%d replied %s
isLocked: RedisLockServerException: could not inspect lock "orders:42": 127.0.0.1:%d replied %s
int(0)
