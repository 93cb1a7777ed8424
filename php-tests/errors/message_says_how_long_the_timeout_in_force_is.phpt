--TEST--
A message says how long the timeout in force is: the setting's, or the address's own
--INI--
redislock.io_timeout=0.1
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$redis->suspend();
foreach (['', '?io_timeout=0.05', '?connect_timeout=2'] as $options) {
    $text = throws(fn () => (new RedisLock('k', 10, "redis://127.0.0.1:$redis->port$options"))->release() ?: (new RedisLock('k', 10, "redis://127.0.0.1:$redis->port$options"))->isLocked());
    echo preg_replace('/^.*PORT: |;.*$/', '', str_replace("$redis->port", 'PORT', $text)), "\n";
}
$redis->resume();
--EXPECT--
no reply within 0.1 s (io_timeout)
no reply within 0.05 s (io_timeout)
no reply within 0.1 s (io_timeout)
