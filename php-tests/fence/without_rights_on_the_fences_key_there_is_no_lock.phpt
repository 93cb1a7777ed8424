--TEST--
Where the user may not write the fence's key, acquire() with fence throws and leaves no lock behind
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../acl/users.inc';
$redis = RedisServer::start();

$address = address_of_user($redis, 'bob', '~key ~key:rl-w* ' . LOCK_COMMANDS);
$lock = new RedisLock('key', 600, $address, fence: true);
foreach ([0, 0.2] as $wait) {
    $said = throws(fn () => $lock->acquire($wait));
    echo strtok($said, ':'), ': ', json_encode([str_contains($said, 's3cret'), $lock->fence(), $lock->remaining(), $redis->call('DBSIZE')]), "\n";
}
$plain = new RedisLock('key', 600, $address);
var_dump($plain->acquire());
--EXPECT--
RedisLockServerException: [false,null,0,0]
RedisLockServerException: [false,null,0,0]
bool(true)
