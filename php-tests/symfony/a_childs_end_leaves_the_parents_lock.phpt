--TEST--
A forked child releases, refreshes and holds nothing of its parent's by the copied object; by a serialized key it takes over
--EXTENSIONS--
pcntl
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use Symfony\Component\Lock\Key;

$redis = RedisServer::start();
$locks = locks($redis);
$key = new Key(test_key());
$lock = $locks->createLockFromKey($key, 60);
$lock->acquire() || exit(1);
$free = $locks->createLock(test_key('-free'), 60);
$in_child = function (callable $work): void {
    if (($child = pcntl_fork()) === 0) {
        $work();
        exit;
    }
    pcntl_waitpid($child, $status);
};
$in_child(function () use ($lock): void {
    chain($lock->refresh(...));
    var_dump($lock->isAcquired(), $lock->acquire());
    $lock->release();
});
var_dump($lock->isAcquired());
// Made before the fork, taken in two children: they are two holders.
$in_child(function () use ($free, $in_child): void {
    var_dump($free->acquire());
    $in_child(fn () => var_dump($free->acquire()));
    var_dump($free->isAcquired());
});
$in_child(fn () => $locks->createLockFromKey(unserialize(serialize($key)))->release());
var_dump($lock->isAcquired(), $redis->call('DBSIZE'));
--EXPECT--
LockConflictedException: The "a_childs_end_leaves_the_parents_lock-PID" lock is not held by this key any more.
bool(false)
bool(false)
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)
int(0)
