--TEST--
A ttl that RedisLock does not have is told before anything is taken; null and 0 are the store's own
--EXTENSIONS--
redislock
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
    foreach ([0.001, -1, 4e8, NAN] as $ttl) {
        try {
            var_dump($locks->createLockFromKey($key, $ttl, false)->acquire());
        } catch (LockAcquiringException $refused) {
            $why = $refused->getPrevious();
            echo "$what, $ttl: ", get_class($why) === InvalidTtlException::class ? strstr($why->getMessage(), '($ttl)') : get_class($why), "\n";
        }
        $redis->call('EXISTS', test_key()) === 0 || print("taken\n");
    }
}
foreach ([null, 0] as $ttl) {
    $lock = $locks->createLock(test_key(), $ttl);
    var_dump($lock->acquire(), $redis->call('TTL', test_key()));
    $lock->release();
}
?>
--EXPECT--
a new key, 0.001: ($ttl) must be at least 0.01 seconds, 0.001 given
a new key, -1: ($ttl) must be at least 0.01 seconds, -1 given
a new key, 400000000: ($ttl) must be at most 315360000 seconds (ten years) or INF, 400000000 given
a new key, NAN: ($ttl) must be a number of seconds, NAN given
a used one, 0.001: ($ttl) must be at least 0.01 seconds, 0.001 given
a used one, -1: ($ttl) must be at least 0.01 seconds, -1 given
a used one, 400000000: ($ttl) must be at most 315360000 seconds (ten years) or INF, 400000000 given
a used one, NAN: ($ttl) must be a number of seconds, NAN given
bool(true)
int(20)
bool(true)
int(20)
