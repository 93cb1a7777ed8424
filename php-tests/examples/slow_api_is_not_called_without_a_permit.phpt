--TEST--
A worker does not call the API while all permits are taken, nor without Redis; one that is killed costs one permit
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$killed = example($redis, 'slow-api', '1');
$killed->waitForLine('worker 1 calls');
$killed->kill();
$killed->wait();
$others = array_map(fn (int $i): RedisLock => new RedisLock('slow-api', 60, $redis->address(), permits: 3), range(1, 3));
echo json_encode(array_map(fn (RedisLock $lock): bool => $lock->acquire(), $others)), "\n";
$worker = example($redis, 'slow-api', '2');
$result = $worker->wait();
tell($redis, $result);
// The killed worker's permit was free when its ttl of 5 seconds had passed.
var_dump($result->seconds > 2 && $result->seconds < 9);
$redis->stop();
tell($redis, example($redis, 'slow-api', '3')->wait());
--EXPECT--
[true,true,false]
worker 2 calls
worker 2 has its reply
worker 2: the rate is 1.25
status 0
bool(true)
worker 3: could not acquire lock "slow-api": 127.0.0.1:PORT: connection refused; do not start the guarded work
status 2
