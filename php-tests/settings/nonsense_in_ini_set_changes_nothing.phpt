--TEST--
ini_set() of nonsense is false and quiet, and the old value stays in force
--INI--
redislock.ttl=100
redislock.report_lost=1
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
foreach (['', '0', '-1', '0.005', 'abc', '10s', '10 20', 'NAN', '-INF', '1e300', '315360001', "\xff"] as $ttl) {
    var_dump(ini_set('redislock.ttl', $ttl));
}
foreach (['2', 'maybe', '-1', 'abc', '0.5'] as $switch) {
    var_dump(ini_set('redislock.report_lost', $switch));
}
(new RedisLock(test_key(), null, $redis->address(), autoRelease: false))->acquire() || exit(1);
var_dump($redis->call('TTL', test_key()) > 80, ini_get('redislock.ttl'), ini_get('redislock.report_lost'));
--EXPECT--
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(true)
string(3) "100"
string(1) "1"
