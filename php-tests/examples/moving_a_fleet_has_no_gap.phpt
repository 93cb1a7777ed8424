--TEST--
Workers that move from a hand-written lock to RedisLock one after the other are never inside together
--SKIPIF--
<?php
require __DIR__ . '/../interop/peer.inc';
phpredis() || die('skip there is no phpredis (Debian: php-redis)');
--FILE--
<?php
require __DIR__ . '/../interop/peer.inc';
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
configure_every_php($redis, phpredis());
$told = $redis->monitor();
tell($redis, example_with($redis, ['extension' => phpredis()], 'moving-a-fleet')->wait());
// Both kinds have been at it: the old lock's SET, and the script that waits.
$commands = array_map(fn (array $words): string => strtoupper($words[0]) . ' ' . count($words), $told());
var_dump(count(preg_grep('/^SET /', $commands)) >= 30, count(preg_grep('/^EVALSHA/', $commands)) >= 25);
var_dump($redis->call('EXISTS', 'stock:recount'));
--EXPECT--
counted 60 of 60
status 0
bool(true)
bool(true)
int(0)
