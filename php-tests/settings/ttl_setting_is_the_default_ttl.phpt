--TEST--
redislock.ttl is the ttl of locks that name none, read when they are made
--INI--
redislock.ttl=100
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
// From here on an acquire is one SET.
(new RedisLock('first', server: $redis->address()))->run(fn () => null);
$commands = $redis->monitor();
$locks[] = new RedisLock(test_key(), server: $redis->address());
foreach (['0.75', 'INF', '7'] as $ttl) {
    ini_set('redislock.ttl', $ttl);
    $locks[] = new RedisLock(test_key(), null, $redis->address());
}
$locks[] = new RedisLock(test_key(), 50, $redis->address());
ini_restore('redislock.ttl');
$locks[] = new RedisLock(test_key(), null, $redis->address());
foreach ($locks as $lock) {
    $lock->acquire() || exit(1);
    $redis->call('DEL', test_key());
    $lock->isHeld();
}
foreach ($commands() as $words) {
    echo $words[0] === 'SET' ? implode(' ', array_slice($words, 3)) . "\n" : '';
}
--EXPECT--
NX EX 100
NX PX 750
NX
NX EX 7
NX EX 50
NX EX 100
