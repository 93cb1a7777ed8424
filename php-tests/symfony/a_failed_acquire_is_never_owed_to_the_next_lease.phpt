--TEST--
The release that is owed for an acquire without a reply does not end the lock that the same Lock acquires later
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

$redis = RedisServer::start();
$lock = locks($redis)->createLock(test_key(), 60);
// With a lease before it, and without.
foreach ([1, 2] as $time) {
    $redis->suspend();
    chain(fn () => $lock->acquire());
    $redis->resume();
    // A replica refuses writes: what is owed is put off for a second.
    $redis->call('REPLICAOF', '127.0.0.1', '1');
    chain(fn () => $lock->acquire());
    chain(fn () => $lock->acquire());
    $redis->call('REPLICAOF', 'NO', 'ONE');
    var_dump(eventually(PATIENCE, fn (): bool => $lock->acquire()));
    usleep(1_200_000);
    var_dump(locks($redis)->createLock(test_key('-other'))->acquire(), $lock->isAcquired());
    var_dump(locks($redis)->createLock(test_key())->acquire());
    $lock->release();
}
--EXPECTREGEX--
(?:(?:LockAcquiringException: Failed.*
  LockAcquiringException: .*
    RedisLock\w+Exception: .*
){3}bool\(true\)
bool\(true\)
bool\(true\)
bool\(false\)
?){2}
