--TEST--
A lock that one process took is refreshed and released in another by its serialized key, and only by it
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
$lock = locks($redis, 10)->createLockFromKey($key, 10, false);
$lock->acquire() || exit(1);

$code = '$lock = $locks->createLockFromKey(unserialize(base64_decode("%s")), 600); '
    . 'var_dump($lock->isAcquired(), $lock->isExpired()); $lock->refresh(); echo "refreshed\n"; fgets(STDIN); $lock->release(); echo "released\n";';
$other = symfony_process($redis, test_key(), sprintf($code, base64_encode(serialize($key))));
$other->waitForLine('refreshed');
var_dump($redis->call('TTL', test_key()), $lock->isAcquired());
// Whoever has only the name has nothing.
$stranger = locks($redis)->createLock(test_key());
$stranger->release();
var_dump($redis->call('EXISTS', test_key()));
$other->say();
echo $other->wait()->out, $other->wait()->err;
var_dump($redis->call('EXISTS', test_key()), $lock->isAcquired());
--EXPECT--
int(600)
bool(true)
int(1)
bool(true)
bool(false)
refreshed
released
int(0)
bool(false)
