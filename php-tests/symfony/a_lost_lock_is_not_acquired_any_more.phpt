--TEST--
A lock that was lost is not acquired any more, cannot be refreshed, and its release leaves the next holder alone
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

$redis = RedisServer::start();
$lock = locks($redis)->createLock(test_key(), 60);
foreach (['DEL' => [], 'SET' => ['of another'], 'ZADD' => ['1', '__write__']] as $command => $words) {
    var_dump($lock->acquire());
    $redis->call('DEL', test_key());
    $redis->call($command, test_key(), ...$words);
    $before = $redis->call('DUMP', test_key());
    chain($lock->refresh(...));
    var_dump($lock->isAcquired());
    $lock->release();
    var_dump($redis->call('DUMP', test_key()) === $before);
    $redis->call('DEL', test_key());
}
--EXPECT--
bool(true)
LockConflictedException: The "a_lost_lock_is_not_acquired_any_more-PID" lock is not held by this key any more.
bool(false)
bool(true)
bool(true)
LockConflictedException: The "a_lost_lock_is_not_acquired_any_more-PID" lock is not held by this key any more.
bool(false)
bool(true)
bool(true)
LockConflictedException: The "a_lost_lock_is_not_acquired_any_more-PID" lock is not held by this key any more.
bool(false)
bool(true)
