--TEST--
A key that holds its lock may acquire it again, here and as a copy in another process; it stays one lock
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use Symfony\Component\Lock\Key;

$redis = RedisServer::start();
$locks = locks($redis, 10);
$key = new Key(test_key());
$lock = $locks->createLockFromKey($key, 20);
var_dump($lock->acquire(), $lock->acquire(), $lock->acquire(true), $redis->call('TTL', test_key()));

$code = '$lock = $locks->createLockFromKey(unserialize(base64_decode("%s")), 600, false); var_dump($lock->acquire(), $lock->acquire(true));';
echo symfony_process($redis, test_key(), sprintf($code, base64_encode(serialize($key))))->wait()->out;
var_dump($redis->call('TTL', test_key()), $lock->isAcquired());
$lock->release();
var_dump($redis->call('EXISTS', test_key()));
// Free again, and taken under the same key.
var_dump($lock->acquire());
--EXPECT--
bool(true)
bool(true)
bool(true)
int(20)
bool(true)
bool(true)
int(600)
bool(true)
int(0)
bool(true)
