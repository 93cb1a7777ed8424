--TEST--
A message says that an address is redislock.server's where the program gave none, and nothing where it did
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start('--requirepass', 's3cret');
$dead = free_port();
$code = 'foreach ([fn () => (new RedisLock("orders:42"))->acquire(), fn () => RedisLock::describe("orders:42"), fn () => RedisLock::locks(),
    fn () => (new RedisLock("orders:42", server: ini_get("redislock.server")))->acquire()] as $call) {
    try { $call(); } catch (RedisLockException $e) { echo $e->getMessage(), "\n"; } }';
foreach (["redis://127.0.0.1:$dead", "redis-cluster://127.0.0.1:$dead", "redis://:pw@127.0.0.1:$redis->port"] as $address) {
    $text = $redis->php($code, [], ['-d', "redislock.server=\"$address\""])->out;
    echo str_replace([":$dead", ":$redis->port"], [':DEAD', ':PORT'], preg_replace('/; [^;\n]*$/m', '', $text)), "\n";
}
?>
--EXPECT--
could not acquire lock "orders:42": 127.0.0.1:DEAD (from redislock.server): connection refused
could not inspect lock "orders:42": 127.0.0.1:DEAD (from redislock.server): connection refused
could not look for locks "*": 127.0.0.1:DEAD (from redislock.server): connection refused
could not acquire lock "orders:42": 127.0.0.1:DEAD: connection refused

could not acquire lock "orders:42": no node tells the cluster's slots: 127.0.0.1:DEAD: connection refused
could not inspect lock "orders:42": no node tells the cluster's slots: 127.0.0.1:DEAD: connection refused
could not look for locks "*": no node tells the cluster's slots: 127.0.0.1:DEAD: connection refused
could not acquire lock "orders:42": no node tells the cluster's slots: 127.0.0.1:DEAD: connection refused

could not acquire lock "orders:42": 127.0.0.1:PORT (from redislock.server) replied WRONGPASS invalid username-password pair or user is disabled
could not inspect lock "orders:42": 127.0.0.1:PORT (from redislock.server) replied WRONGPASS invalid username-password pair or user is disabled
could not look for locks "*": 127.0.0.1:PORT (from redislock.server) replied WRONGPASS invalid username-password pair or user is disabled
could not acquire lock "orders:42": 127.0.0.1:PORT replied WRONGPASS invalid username-password pair or user is disabled
