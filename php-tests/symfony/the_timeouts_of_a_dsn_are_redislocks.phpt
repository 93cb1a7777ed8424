--TEST--
timeout and read_timeout of a DSN are RedisLock's connect_timeout and io_timeout, up to 60 seconds; 0 means php.ini's
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
try {
    new RedisLock('x', server: 'redis://h?connect_timeout=1&io_timeout=1');
} catch (ValueError) {
    die('skip this extension has no timeouts in addresses');
}
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use RedisLock\Symfony\StoreFactory;
use Symfony\Component\Lock\LockFactory;

$redis = RedisServer::start();
$dsn = str_replace('redis://', 'redislock://', $redis->address());
foreach (['read_timeout=0.2', 'read_timeout=5&io_timeout=0.3', 'timeout=100000&read_timeout=0'] as $query) {
    $lock = (new LockFactory(StoreFactory::createStore("$dsn?$query")))->createLock(test_key(), 60);
    $lock->acquire() && $lock->release();
    $redis->suspend();
    chain(fn () => $lock->acquire());
    $redis->resume();
    var_dump(eventually(PATIENCE, fn () => $lock->acquire()));
    $lock->release();
}
--EXPECTREGEX--
LockAcquiringException: Failed to acquire the .* lock\.
  LockAcquiringException: could not acquire lock .*no reply within 0\.2 s.*
    RedisLockConnectionException: .*
bool\(true\)
LockAcquiringException: Failed to acquire the .* lock\.
  LockAcquiringException: could not acquire lock .*no reply within 0\.3 s.*
    RedisLockConnectionException: .*
bool\(true\)
LockAcquiringException: Failed to acquire the .* lock\.
  LockAcquiringException: could not acquire lock .*no reply within 1 s.*
    RedisLockConnectionException: .*
bool\(true\)
