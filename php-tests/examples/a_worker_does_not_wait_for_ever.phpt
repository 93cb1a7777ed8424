--TEST--
A worker whose printer stays busy ends with 1 after its wait, and with 2 when Redis could not be reached
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$redis->call('SET', 'printer', 'another');
$worker = example($redis, 'workers', '3');
$result = $worker->wait();
tell($redis, $result);
var_dump($result->seconds >= 5, $redis->call('GET', 'printer'));
$redis->stop();
tell($redis, example($redis, 'workers', '3')->wait());
--EXPECT--
worker 3: the printer was busy for too long
status 1
bool(true)
string(7) "another"
worker 3: could not acquire lock "printer": 127.0.0.1:PORT: connection refused; do not start the guarded work
status 2
