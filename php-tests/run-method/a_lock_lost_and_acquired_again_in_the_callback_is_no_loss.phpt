--TEST--
What counts at the end of run() is Redis's reply there: a callback that lost the lock and acquired it again has it
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();

$lock = new RedisLock($key, 600, $redis->address());
var_dump($lock->run(function (RedisLock $lock) use ($redis, $key): string {
    $redis->call('DEL', $key);
    var_dump($lock->isHeld(), $lock->acquire());

    return 'lost by force';
}));
var_dump($redis->call('EXISTS', $key));

$short = new RedisLock($key, 0.5, $redis->address());
var_dump($short->run(function (RedisLock $lock) use ($redis, $key): string {
    var_dump(eventually(5, fn (): bool => $lock->remaining() === 0.0 && $redis->call('EXISTS', $key) === 0));
    // Again when a busy machine lets 0.5 s pass between the two.
    var_dump(eventually(5, fn (): bool => $lock->acquire() && $lock->extend(600)));

    return 'lost by time';
}));
var_dump($redis->call('EXISTS', $key));
--EXPECT--
bool(false)
bool(true)
string(13) "lost by force"
int(0)
bool(true)
bool(true)
string(12) "lost by time"
int(0)
