--TEST--
A unix socket outside of open_basedir is refused when a lock is made, by each way around, and nothing is connected
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$socket = substr($redis->unix(), strlen('unix://'));
$allowed = dirname($socket) . '/allowed';
mkdir($allowed);
symlink($socket, "$allowed/link");
ini_set('open_basedir', $allowed);
foreach ([$socket, "$allowed/../s", "$allowed/%2e%2e/s", "$allowed/link", "$allowed/../none", '/none'] as $path) {
    echo throws(fn () => new RedisLock(test_key(), 10, "unix://$path")), "\n";
    echo throws(fn () => new RedisLock(test_key(), 10, "unix://bob:s3cret@$path?db=2")), "\n";
}
echo 'connections: ', count($redis->clients()), "\n";
--EXPECT--
ValueError: RedisLock::__construct(): Argument #3 ($server) must name only sockets and files within open_basedir
ValueError: RedisLock::__construct(): Argument #3 ($server) must name only sockets and files within open_basedir
ValueError: RedisLock::__construct(): Argument #3 ($server) must name only sockets and files within open_basedir
ValueError: RedisLock::__construct(): Argument #3 ($server) must name only sockets and files within open_basedir
ValueError: RedisLock::__construct(): Argument #3 ($server) must name only sockets and files within open_basedir
ValueError: RedisLock::__construct(): Argument #3 ($server) must name only sockets and files within open_basedir
ValueError: RedisLock::__construct(): Argument #3 ($server) must name only sockets and files within open_basedir
ValueError: RedisLock::__construct(): Argument #3 ($server) must name only sockets and files within open_basedir
ValueError: RedisLock::__construct(): Argument #3 ($server) must name only sockets and files within open_basedir
ValueError: RedisLock::__construct(): Argument #3 ($server) must name only sockets and files within open_basedir
ValueError: RedisLock::__construct(): Argument #3 ($server) must name only sockets and files within open_basedir
ValueError: RedisLock::__construct(): Argument #3 ($server) must name only sockets and files within open_basedir
connections: 0
