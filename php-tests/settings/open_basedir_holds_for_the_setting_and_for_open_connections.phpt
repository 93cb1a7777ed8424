--TEST--
open_basedir holds for redislock.server too, and also when a connection to that socket is open already
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
echo $redis->php('
    $lock = new RedisLock("key");
    var_dump($lock->acquire());
    ini_set("open_basedir", __DIR__ . "/other");
    try {
        new RedisLock("key");
    } catch (ValueError $error) {
        echo $error->getMessage(), "\n";
    }
    var_dump($lock->isHeld(), $lock->release());
', [], ['-d', "redislock.server={$redis->unix()}"])->out;
--EXPECT--
bool(true)
RedisLock::__construct(): Argument #3 ($server) must name only sockets and files within open_basedir
bool(true)
bool(true)
