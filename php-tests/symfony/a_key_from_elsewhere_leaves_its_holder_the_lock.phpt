--TEST--
An acquire by an unserialized Key that gets no reply leaves the lock of the process that holds by the same Key
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use Symfony\Component\Lock\Key;

$redis = RedisServer::start();
$key = new Key(test_key());
$holder = locks($redis)->createLockFromKey($key, 60, false);
$holder->acquire();
foreach ([false, true] as $blocks) {
    $worker = locks($redis, wait: 0.3)->createLockFromKey(unserialize(serialize($key)), 60);
    $redis->suspend();
    chain(fn () => $worker->acquire($blocks));
    $redis->resume();
    unset($worker);
    // The next contact.
    var_dump(locks($redis)->createLock(test_key('-other'))->acquire(), locks($redis)->createLock(test_key())->acquire());
    var_dump($holder->isAcquired());
}
--EXPECTREGEX--
LockAcquiringException: Failed to acquire the .* lock\.
  LockAcquiringException: could not acquire lock .*
    RedisLockConnectionException: .*
bool\(true\)
bool\(false\)
bool\(true\)
LockAcquiringException: Failed to acquire the .* lock\.
  LockAcquiringException: could not acquire lock .*
    RedisLockConnectionException: .*
bool\(true\)
bool\(false\)
bool\(true\)
