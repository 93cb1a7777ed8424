--TEST--
The lock of a process that is killed ends within its ttl
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$keeper = keeper($redis, test_key(), 0.5);
usleep(1_000_000);
var_dump($redis->call('EXISTS', test_key()));
$keeper->kill();
$keeper->wait();
$left = $redis->call('PTTL', test_key());
var_dump($left > 0 && $left <= 500);
var_dump(eventually($left / 1000 + 1, fn (): bool => $redis->call('EXISTS', test_key()) === 0));
--EXPECT--
int(1)
bool(true)
bool(true)
