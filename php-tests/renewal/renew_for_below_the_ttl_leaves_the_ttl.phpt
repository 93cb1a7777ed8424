--TEST--
A renewFor that is shorter than the ttl neither shortens nor prolongs it
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$start = hrtime(true);
$lock = new RedisLock(test_key(), 0.9, $redis->address(), autoRenew: true, renewFor: 0.4);
var_dump($lock->acquire(), eventually(PATIENCE, fn (): bool => $redis->call('EXISTS', test_key()) === 0));
$seconds = (hrtime(true) - $start) / 1e9;
echo $seconds > 0.88 && $seconds < 1.2 ? 'in time' : "after $seconds s", "\n";
--EXPECT--
bool(true)
bool(true)
in time
