--TEST--
Timeouts are 0.001 seconds to an hour; anything else in php.ini is the default
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$code = 'echo ini_get("redislock.io_timeout"), " ", ini_get("redislock.connect_timeout");';
foreach (['0.001', '0.25', '3600', '1e2', '0', '-1', '0.0009', '3600.1', 'INF', 'NAN', 'soon', ''] as $timeout) {
    $ini = ['redislock.io_timeout' => $timeout, 'redislock.connect_timeout' => $timeout, 'display_startup_errors' => 0];
    echo "\"$timeout\": ", $redis->php($code, $ini)->out, "\n";
}
--EXPECT--
"0.001": 0.001 0.001
"0.25": 0.25 0.25
"3600": 3600 3600
"1e2": 1e2 1e2
"0": 1 1
"-1": 1 1
"0.0009": 1 1
"3600.1": 1 1
"INF": 1 1
"NAN": 1 1
"soon": 1 1
"": 1 1
