--TEST--
A user with a lock's commands on one prefix can use every method and signals its release
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../errors/methods.inc';
require __DIR__ . '/users.inc';

$redis = RedisServer::start();
$address = address_of_user($redis, 'bob', '~orders:* ' . LOCK_COMMANDS);
$held = new RedisLock('orders:42', 10, $address);
$held->acquire() || exit(1);
ask_every_method($held, new RedisLock('orders:42', 60, $address));
$redis->call('SET', 'orders:42:rl-waiting{orders:42}', '1');
for ($lease = 0; $lease < 2; $lease++) {
    $held->acquire() || exit(1);
    echo substr($held->token(), 0, 3), ' ', json_encode([$held->extend(60), $held->extend(INF), $held->release()]), "\n";
}
// Redis and Valkey log that this user's connection may not give its name; Redis 6.2 without the subcommand.
$refused = array_map(fn (array $entry): string => $entry[array_search('object', $entry) + 1], $redis->call('ACL', 'LOG'));
var_dump($redis->call('LLEN', 'orders:42:rl-wake{orders:42}'), array_diff($refused, ['client|setinfo', 'client']));
--EXPECT--
acquire: false
run: RedisLockNotAcquiredException: could not acquire lock "orders:42": it is held by another object of this thread; the callback was not called
extend: true
isHeld: true
ensureHeld: null
isLocked: true
holder: "TOKEN"
forceRelease: true
release: false
rl_ [true,true,true]
rl_ [true,true,true]
int(1)
array(0) {
}
