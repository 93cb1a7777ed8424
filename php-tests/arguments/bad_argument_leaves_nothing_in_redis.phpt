--TEST--
A constructor that refuses an argument sends nothing to Redis and makes no connection
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$good = ['key' => test_key(), 'ttl' => 10, 'server' => $redis->address(), 'token' => 'token'];
$bad = [
    ['key' => ''], ['key' => str_repeat('k', 65537)], ['key' => 'job:rl-wake'], ['key' => []],
    ['ttl' => 0], ['ttl' => -1], ['ttl' => NAN], ['ttl' => 1e300], ['ttl' => 0.005], ['ttl' => 'abc'], ['ttl' => []],
    ['server' => 'redis://'], ['server' => $redis->address() . '/x'], ['server' => []],
    ['token' => ''], ['token' => str_repeat('t', 4097)], ['token' => []],
    ['autoRelease' => []], ['wait' => 1],
];
$refused = 0;
foreach ($bad as $argument) {
    try {
        (new RedisLock(...$argument + $good))->acquire() || exit(1);
    } catch (Error) {
        $refused++;
    }
}
echo $refused === count($bad) ? 'all are refused' : "only $refused", "\n";
echo 'keys: ', $redis->call('DBSIZE'), ', connections: ', count($redis->clients()), "\n";
var_dump((new RedisLock(...$good))->acquire());
--EXPECT--
all are refused
keys: 0, connections: 0
bool(true)
