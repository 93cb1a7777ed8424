--TEST--
Without scripts acquire() on an expired lease is true when the key is free and false when another holds it
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../errors/methods.inc';
require __DIR__ . '/users.inc';

$redis = RedisServer::start();
$address = address_of_user($redis, 'bob', '~orders:* ' . LOCK_COMMANDS . ' -eval -evalsha');
$lock = new RedisLock('orders:42', 0.5, $address, autoRelease: false);
for ($lease = 0; $lease < 2; $lease++) {
    var_dump($lock->acquire());
    eventually(PATIENCE, fn (): bool => $redis->call('DBSIZE') === 0 && $lock->remaining() === 0.0);
}
$redis->call('SET', 'orders:42', 'another');
echo answer(fn () => $lock->acquire()), ' ', answer(fn () => $lock->acquire()), "\n";
$redis->call('DEL', 'orders:42');
var_dump($lock->acquire());
?>
--EXPECT--
bool(true)
bool(true)
false false
bool(true)
