--TEST--
A right that one user lacks is not assumed for another user's connection, and is tried again on a new one
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/users.inc';

$redis = RedisServer::start();
$narrow = new RedisLock('my:lock', 10, address_of_user($redis, 'narrow', '~my:lock ' . LOCK_COMMANDS));
$wide = new RedisLock('my:lock', 10, address_of_user($redis, 'wide', '~my:* ' . LOCK_COMMANDS));
foreach ([$narrow, $narrow, $wide, $wide, $narrow] as $lock) {
    $lock->acquire() || exit(1);
    echo substr($redis->call('GET', 'my:lock'), 0, 3), ' ', json_encode($lock->release()), "\n";
}
address_of_user($redis, 'narrow', '~my:* ' . LOCK_COMMANDS);
$redis->call('CLIENT', 'KILL', 'USER', 'narrow');
$redis->call('SET', 'my:lock:rl-waiting{my:lock}', '1');
$narrow->acquire() || exit(1);
var_dump($narrow->release(), $redis->call('LLEN', 'my:lock:rl-wake{my:lock}'), $narrow->acquire(), substr($narrow->token(), 0, 3));
?>
--EXPECT--
rl_ true
rn_ true
rl_ true
rl_ true
rn_ true
bool(true)
int(1)
bool(true)
string(3) "rl_"
