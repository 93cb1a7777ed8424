--TEST--
A lock of the store is RedisLock's own in Redis: one plain key with a token, two round trips a cycle, nothing left
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

$redis = RedisServer::start();
$locks = locks($redis);
$warm = $locks->createLock(test_key('-warm'), 10);
$warm->acquire() && $warm->release();

$told = $redis->monitor();
$lock = $locks->createLock(test_key(), 10);
$lock->acquire() || exit(1);
$token = $redis->call('GET', test_key());
var_dump(preg_match('/^rl_[0-9a-f]{32}$/', $token), $redis->call('TTL', test_key()));
$lock->release();
foreach ($told() as $words) {
    echo $words[0], $words[0] === 'SET' ? ' ' . implode(' ', array_slice($words, 3)) : '', "\n";
}
var_dump($redis->call('DBSIZE'));
--EXPECT--
int(1)
int(10)
SET NX EX 10
EVALSHA
int(0)
