--TEST--
A ttl below 10 ms is an expired lock, one that is no number is refused, and neither takes anything; null and 0 mean the store's own
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use Symfony\Component\Lock\Exception\InvalidTtlException;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;

$redis = RedisServer::start();
$locks = locks($redis, 20);
$used = new Key(test_key());
$locks->createLockFromKey($used, 10)->acquire() && $locks->createLockFromKey($used)->release();
foreach (['a new key' => new Key(test_key()), 'a used one' => $used] as $what => $key) {
    foreach ([0.001, -1, NAN] as $ttl) {
        try {
            var_dump($locks->createLockFromKey($key, $ttl, false)->acquire());
        } catch (LockAcquiringException $refused) {
            $why = $refused->getPrevious();
            echo $what, ', ', var_export($ttl, true), ': ', substr(strrchr(get_class($why), '\\'), 1), strstr($why->getMessage(), $why instanceof InvalidTtlException ? ' must' : ': '), "\n";
        }
        $redis->call('EXISTS', test_key()) === 0 || print("taken\n");
    }
}
foreach ([null, 0] as $ttl) {
    $lock = $locks->createLock(test_key(), $ttl);
    var_dump($lock->acquire(), $redis->call('TTL', test_key()));
    $lock->release();
}
--EXPECT--
a new key, 0.001: LockExpiredException: a ttl of 0.001 seconds is over before a reply comes, 0.01 are the least.
a new key, -1: LockExpiredException: a ttl of -1 seconds is over before a reply comes, 0.01 are the least.
a new key, NAN: InvalidTtlException must be at least 0.01 seconds, NAN given
a used one, 0.001: LockExpiredException: a ttl of 0.001 seconds is over before a reply comes, 0.01 are the least.
a used one, -1: LockExpiredException: a ttl of -1 seconds is over before a reply comes, 0.01 are the least.
a used one, NAN: InvalidTtlException must be at least 0.01 seconds, NAN given
bool(true)
int(20)
bool(true)
int(20)
