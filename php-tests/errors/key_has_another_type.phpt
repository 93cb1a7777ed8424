--TEST--
A key of another type is held by another, in every method, and no method removes it
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/methods.inc';

$redis = RedisServer::start();
foreach ([['RPUSH', 'x'], ['ZADD', '1', 'x'], ['HSET', 'x', 'y'], ['SADD', 'x'], ['XADD', '*', 'x', 'y']] as $command) {
    $held = new RedisLock(test_key(), 10, $redis->address());
    $held->acquire() || exit(1);
    $redis->call('DEL', test_key());
    $redis->call(array_shift($command), test_key(), ...$command);
    $other = new RedisLock(test_key(), 10, $redis->address());
    foreach (['acquire', 'isLocked', 'holder'] as $method) {
        echo json_encode($other->$method()), ' ';
    }
    echo json_encode((new RedisLock(test_key(), 10, $redis->address(), 'token'))->isHeld()), ' ';
    foreach (['extend', 'isHeld', 'release'] as $method) {
        echo json_encode($held->$method()), ' ';
    }
    echo $redis->call('TYPE', test_key()), ' ', strtok(throws(fn () => $other->forceRelease()), ':'), ' ', $redis->call('DEL', test_key()), "\n";
}
--EXPECT--
false true null false false false false list RedisLockServerException 1
false true null false false false false zset RedisLockServerException 1
false true null false false false false hash RedisLockServerException 1
false true null false false false false set RedisLockServerException 1
false true null false false false false stream RedisLockServerException 1
