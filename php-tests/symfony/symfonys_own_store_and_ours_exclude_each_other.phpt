--TEST--
On one key Symfony's own RedisStore and the bridge exclude each other, and neither releases the other's lock
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
function_exists('filter_var') || die('skip predis needs the extension filter');
is_file('/usr/share/php/Predis/Autoloader.php') || die('skip there is no predis (Debian: php-predis)');
--FILE--
<?php
require __DIR__ . '/symfony.inc';
require __DIR__ . '/../interop/peer.inc';

$redis = RedisServer::start();
$theirs = new Peer($redis, test_key(), ...php_peer('symfony.inc'));
$ours = locks($redis, 60)->createLock(test_key(), 60);
$redislock = new RedisLock(test_key(), 60, $redis->address());

var_dump($theirs->acquire(), $ours->acquire(), $redis->call('TYPE', test_key()));
$ours->release();
var_dump($theirs->release());

var_dump($ours->acquire(), $theirs->acquire(), $redislock->acquire(), $redis->call('TYPE', test_key()));
var_dump($theirs->release(), $ours->isAcquired());
$ours->release();
var_dump($theirs->acquire(), $theirs->release(), $redislock->acquire(), $ours->acquire());
--EXPECT--
bool(true)
bool(false)
string(4) "zset"
bool(true)
bool(true)
bool(false)
bool(false)
string(6) "string"
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
