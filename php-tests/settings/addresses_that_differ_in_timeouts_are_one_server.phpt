--TEST--
Two addresses that differ only in their timeouts share a connection, exclude each other, and are one server in a list
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$servers = [$redis->address(), $redis->address() . '?io_timeout=30', $redis->address() . '?connect_timeout=2&io_timeout=0.5'];
foreach ($servers as $number => $server) {
    $locks[] = $lock = new RedisLock("key$number", 600, $server);
    var_dump($lock->acquire());
}
echo count($redis->clients()), " connection\n";
echo throws(fn () => (new RedisLock('key0', 600, $servers[1]))->acquire(INF)), "\n";
echo throws(fn () => new RedisLock('key', 600, $servers)), "\n";
--EXPECT--
bool(true)
bool(true)
bool(true)
1 connection
LogicException: could not acquire lock "key0": another object of this thread holds it, so a wait of INF would never end; release it first
ValueError: RedisLock::__construct(): Argument #3 ($server) must not name a server twice: numbers 1 and 2 are the same
