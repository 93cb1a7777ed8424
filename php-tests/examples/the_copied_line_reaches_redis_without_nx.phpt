--TEST--
What Laravel makes of the copied line reaches Redis without NX and without expiry, as the demo's second round says
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/example.inc';

$server = RedisServer::start();
$monitor = $server->monitor();
$redis = new Redis();
$redis->connect('127.0.0.1', $server->port);

// The arguments' names, and what becomes of them, are those of Illuminate\Redis\Connections\PhpRedisConnection::set().
$set = fn ($key, $value, $expireResolution, $expireTTL, $flag) =>
    $redis->set($key, $value, [$flag, $expireResolution => $expireTTL]);
var_dump($set('my:lock', 1, 'nx', 'ex', 10), $set('my:lock', 1, 'nx', 'ex', 10));
foreach ($monitor() as $words) {
    echo implode(' ', $words), "\n";
}
--EXPECT--
bool(true)
bool(true)
SET my:lock 1
SET my:lock 1
