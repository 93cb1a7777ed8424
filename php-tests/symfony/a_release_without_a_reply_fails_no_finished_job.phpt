--TEST--
A release whose reply does not come while the deadline stands is a warning, not an exception; what is left ends with its ttl, since others may know a Key's token
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--INI--
redislock.io_timeout=0.2
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\{Key, LockFactory, Store\CombinedStore, Strategy\UnanimousStrategy};

$servers = [RedisServer::start(), RedisServer::start()];
$stores = array_map(function (RedisServer $redis): RedisLockStore {
    $store = new RedisLockStore($redis->address());
    $store->setLogger(new SpokenLogger());

    return $store;
}, $servers);
[$redis, $other] = $servers;
$combined = new CombinedStore($stores, new UnanimousStrategy());
foreach (['used here' => [$stores[0], false], 'from another process' => [$stores[0], true], 'combined' => [$combined, false]] as $what => [$store, $travels]) {
    echo $what, ":\n";
    $locks = new LockFactory($store);
    $key = new Key(test_key());
    $lock = $locks->createLockFromKey($key, 60, false);
    $lock->acquire() || exit(1);
    $token = $redis->call('GET', test_key());
    if ($travels) {
        $lock = $locks->createLockFromKey(unserialize(serialize($key)), 60, false);
    }
    // Redis runs none of it, because the connections are closed before the pause is over.
    $redis->call('CLIENT', 'PAUSE', '60000', 'WRITE');
    chain($lock->release(...));
    var_dump($lock->isAcquired());
    $redis->call('CLIENT', 'UNPAUSE');
    var_dump($other->call('EXISTS', test_key()));
    var_dump($lock->acquire(), $redis->call('GET', test_key()) === $token);
    $redis->call('DEL', test_key());
    var_dump($lock->acquire(), $redis->call('GET', test_key()) === $token);
    $lock->release();
}
--EXPECT--
used here:
warning: It is not known whether the "KEY" lock is released; it ends with its ttl at the latest. (RedisLockConnectionException)
nothing was thrown
bool(false)
int(0)
bool(false)
bool(true)
bool(true)
bool(false)
from another process:
warning: It is not known whether the "KEY" lock is released; it ends with its ttl at the latest. (RedisLockConnectionException)
nothing was thrown
bool(false)
int(0)
bool(false)
bool(true)
bool(true)
bool(false)
combined:
warning: It is not known whether the "KEY" lock is released; it ends with its ttl at the latest. (RedisLockConnectionException)
nothing was thrown
bool(false)
int(0)
bool(false)
bool(true)
bool(true)
bool(false)
