--TEST--
After each way to an end, released, lost, expired or forced, the same object can acquire again
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 0.5, $redis->address());
$ends = [
    'released' => fn () => $lock->release(),
    'forced' => fn () => $lock->forceRelease(),
    'lost, known' => fn () => $redis->call('DEL', test_key()) && $lock->isHeld(),
    'expired, still there' => fn () => $redis->call('PERSIST', test_key()) && eventually(5, fn () => $lock->remaining() === 0.0),
    'expired, gone' => fn () => eventually(5, fn () => $redis->call('DBSIZE') === 0),
    'removed and taken by another that is gone' => fn () => $redis->call('SET', test_key(), 'x') && $lock->isHeld() || $redis->call('DEL', test_key()),
];
foreach ($ends as $name => $end) {
    var_dump($lock->acquire());
    $end();
    echo "$name: ";
}
var_dump($lock->acquire(), $lock->release());
--EXPECT--
bool(true)
released: bool(true)
forced: bool(true)
lost, known: bool(true)
expired, still there: bool(true)
expired, gone: bool(true)
removed and taken by another that is gone: bool(true)
bool(true)
