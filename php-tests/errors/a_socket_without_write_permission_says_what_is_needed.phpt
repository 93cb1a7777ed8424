--TEST--
For a unix socket that the process may not write to the message says what redis.conf and the process's groups must be
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$socket = substr($redis->unix(), strlen('unix://'));
chmod($socket, 0500) && chmod(dirname($socket), 0755);
// Root may write to everything.
$text = $redis->php('function_exists("posix_setuid") && posix_setuid(65534);
    try { (new RedisLock("k", server: "' . $redis->unix() . '"))->acquire() || exit(1); } catch (RedisLockException $e) { echo $e->getMessage(); }', ['extension' => 'posix'])->out;
echo str_replace($socket, 'SOCKET', $text);
--EXPECT--
could not acquire lock "k": SOCKET: permission denied: this process's user must be able to write to the socket: set unixsocketperm 770 in redis.conf, put the user into the socket's group, and restart both; do not start the guarded work
