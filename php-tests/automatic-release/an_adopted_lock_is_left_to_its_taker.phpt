--TEST--
An object that was given the token of a lock that it did not take does not release the lock when it goes
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';
$redis = RedisServer::start();
$redis->call('SET', test_key('-unset'), 'taken-elsewhere', 'EX', '600');
$redis->call('SET', test_key('-global'), 'taken-elsewhere', 'EX', '600');

describe_ending($redis, $redis->php(with_key(<<<'PHP'
    $unset = new RedisLock(KEY . '-unset', 600, token: 'taken-elsewhere');
    $global = new RedisLock(KEY . '-global', 600, token: 'taken-elsewhere');
    foreach ([$unset, $global] as $lock) {
        var_dump($lock->isHeld(), $lock->extend());
    }
    unset($unset, $lock);
    PHP), quiet()));
echo $redis->call('GET', test_key('-unset')), ' ', $redis->call('GET', test_key('-global')), "\n";
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
exit code 0, locks left: 2
taken-elsewhere taken-elsewhere
