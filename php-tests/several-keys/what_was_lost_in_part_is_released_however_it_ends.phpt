--TEST--
A list that lost one key is lost; what is left of it goes with release(), the object, the next acquire() or the script
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$keys = [test_key('a'), test_key('b'), test_key('c')];
$lost = function () use ($redis, $keys): RedisLock {
    ($lock = new RedisLock($keys, 600, $redis->address()))->acquire() || exit(1);
    $redis->call('SET', $keys[0], 'another');
    var_dump($lock->isHeld());
    return $lock;
};
$left = function (string $what) use ($redis, $keys) {
    echo "$what: ", $redis->call('EXISTS', ...$keys), ', and it is ', $redis->call('GET', $keys[0]), "'s\n";
    $redis->call('DEL', ...$keys);
};
$lock = $lost();
var_dump($lock->extend(), $lock->remaining(), $lock->release());
$left('release');
$lost();
$left('the end of the object');
$lock = $lost();
var_dump($lock->acquire());
$left('the next acquire');
echo $redis->php('$lock = new RedisLock(' . var_export($keys, true) . ', 600); $lock->acquire() || exit(1);'
    . "(new RedisLock('{$keys[0]}'))->forceRelease(); var_dump(\$lock->isHeld());")->out;
$redis->call('SET', $keys[0], 'another');
$left('the script');
--EXPECT--
bool(false)
bool(false)
float(0)
bool(false)
release: 1, and it is another's
bool(false)
the end of the object: 1, and it is another's
bool(false)
bool(false)
the next acquire: 1, and it is another's
bool(false)
the script: 1, and it is another's
