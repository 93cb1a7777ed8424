--TEST--
A program that the script starts does not inherit the connection to Redis
--SKIPIF--
<?php
is_dir('/proc/self/fd') || die('skip open files are looked up in /proc');
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$redis->call('PING');
$inherited = fn (): int => substr_count(shell_exec('ls -l /proc/self/fd'), 'socket:');

$before = $inherited();
$tcp = new RedisLock(test_key('-tcp'), 600, $redis->address());
$unix = new RedisLock(test_key('-unix'), 600, $redis->unix());
var_dump($tcp->acquire(), $unix->acquire());
echo $inherited() - $before, " sockets more\n";
--EXPECT--
bool(true)
bool(true)
0 sockets more
