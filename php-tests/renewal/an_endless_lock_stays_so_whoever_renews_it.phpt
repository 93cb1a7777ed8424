--TEST--
A lock of INF that was acquired under a known token stays without an end while one who adopts it renews it with a ttl
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

foreach (['isHeld', 'extend'] as $method) {
    // Taken for 60 s first, and then made to last.
    $owner = new RedisLock(test_key($method), INF, $redis->address(), token: 'given');
    $owner->acquire() || exit(1);
    $adopted = new RedisLock(test_key($method), 0.5, $redis->address(), token: 'given', autoRenew: true);
    var_dump($adopted->$method(), renewed(3), $adopted->remaining(), $owner->remaining(), $redis->call('PTTL', test_key($method)));
    var_dump($adopted->release(), $owner->isHeld());
}
--EXPECT--
bool(true)
bool(true)
float(INF)
float(INF)
int(-1)
bool(true)
bool(false)
bool(true)
bool(true)
float(INF)
float(INF)
int(-1)
bool(true)
bool(false)
