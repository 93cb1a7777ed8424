--TEST--
connect_timeout and io_timeout of an address override php.ini's, for calls and for the releases at the end of a script
--INI--
redislock.connect_timeout=50
redislock.io_timeout=50
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$silent = '127.0.0.1:' . silent_port();
foreach (["redis://$silent?io_timeout=0.2", "redis://$silent/2?connect_timeout=9&io_timeout=0.2", "redis-sentinel://$silent/m?connect_timeout=0.2",
    "redis-cluster://$silent?connect_timeout=0.2", "redis-cluster://$silent?io_timeout=0.2"] as $server) {
    $begin = hrtime(true);
    $thrown = throws(fn () => (new RedisLock('key', 10, $server))->isLocked());
    $seconds = (hrtime(true) - $begin) / 1e9;
    echo strtok($thrown, ':'), $seconds >= 0.15 && $seconds < 5 ? ' in time' : " after $seconds s", "\n";
}

$redis = RedisServer::start();
$script = $redis->background('$lock = new RedisLock("key", 600, "redis://127.0.0.1:' . $redis->port . '?io_timeout=0.3");
    var_dump($lock->acquire()); fgets(STDIN);', ['redislock.io_timeout' => 50]);
$script->waitForLine('bool(true)');
$redis->suspend();
$begin = hrtime(true);
$script->say('');
$script->wait();
$seconds = (hrtime(true) - $begin) / 1e9;
$redis->resume();
echo $seconds < 10 ? 'the script ended in time' : "after $seconds s", "\n";
--EXPECT--
RedisLockConnectionException in time
RedisLockConnectionException in time
RedisLockConnectionException in time
RedisLockConnectionException in time
RedisLockConnectionException in time
the script ended in time
