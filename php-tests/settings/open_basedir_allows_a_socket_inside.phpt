--TEST--
A unix socket within open_basedir, and every TCP address, works under it
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
ini_set('open_basedir', dirname(substr($redis->unix(), strlen('unix://'))));
foreach ([$redis->unix(), $redis->address()] as $address) {
    $lock = new RedisLock(test_key(), 10, $address);
    var_dump($lock->acquire(), $lock->release());
}
// Allowed, whether it is there or not.
echo preg_replace('#\S+/none#', '/none', throws(fn () => (new RedisLock('key', 10, str_replace('/s', '/none', $redis->unix())))->acquire())), "\n";
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
RedisLockConnectionException: could not acquire lock "key": /none: there is no such socket; do not start the guarded work
