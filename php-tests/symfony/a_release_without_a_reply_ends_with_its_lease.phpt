--TEST--
A release that got no reply is not sent to a lock that another process has acquired by the same Key after the lease's end
--INI--
redislock.io_timeout=0.2
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use Symfony\Component\Lock\Key;

$redis = RedisServer::start();
$factory = locks($redis);
foreach ([1, 60] as $ttl) {
    $key = new Key(test_key());
    $lock = $factory->createLockFromKey($key, $ttl, false);
    $lock->acquire();
    $copy = unserialize(serialize($key));
    $redis->suspend();
    $lock->release();
    $redis->resume();
    // The server runs what it was sent, or lets the lock expire.
    eventually(PATIENCE, fn (): bool => $redis->call('EXISTS', test_key()) === 0);
    usleep(700_000);
    $worker = locks($redis)->createLockFromKey($copy, 60, false);
    var_dump($ttl > 1 || $worker->acquire());
    // The next contact of the first store.
    $factory->createLock(test_key('-other'))->acquire();
    var_dump($ttl > 1 || $worker->isAcquired(), $redis->call('EXISTS', test_key()));
    $worker->release();
}
--EXPECT--
bool(true)
bool(true)
int(1)
bool(true)
bool(true)
int(0)
